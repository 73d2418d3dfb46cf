// Writes a table with npm's apache-arrow or hyparquet-writer, of types that they write and we do not.
// usage: node write.mjs file|stream|parquet FILE
import { writeFileSync } from 'node:fs'
import * as arrow from 'apache-arrow'
import { parquetWriteBuffer } from 'hyparquet-writer'

const [form, name] = process.argv.slice(2)

const cells = {
  words: ['a', null, 'bé', 'a'],
  text: ['日本', '', null, 'x'],
  small: [1, -2147483648, null, 2147483647],
  whole: [9223372036854775807n, -9223372036854775808n, null, 0n],
  single: [0.10000000149011612, -0, null, Infinity],
  double: [0.1, NaN, null, -0],
  yes: [true, false, null, true],
}

function ipc() {
  const vector = (values, type) => arrow.vectorFromArray(values, type)
  const first = new arrow.Table({
    words: vector(cells.words), // a dictionary, as the library makes of strings
    text: vector(cells.text, new arrow.Utf8()),
    small: vector(cells.small, new arrow.Int32()),
    whole: vector(cells.whole, new arrow.Int64()),
    single: vector(cells.single, new arrow.Float32()),
    double: vector(cells.double, new arrow.Float64()),
    yes: vector(cells.yes, new arrow.Bool()),
    large: vector(['l', null, '', 'm'], new arrow.LargeUtf8()),
    byte: vector([255, 0, null, 1], new arrow.Uint8()),
    took: vector([1500n, -1n, null, 0n], new arrow.DurationMillisecond()),
  })
  const table = first.concat(first.slice(1, 3)) // a second record batch
  return arrow.tableToIPC(table, form)
}

function parquet() {
  const types = { words: 'STRING', text: 'STRING', small: 'INT32', whole: 'INT64', single: 'FLOAT', double: 'DOUBLE', yes: 'BOOLEAN' }
  const columnData = Object.entries(cells).map(([name, data]) => (
    { name, type: types[name], nullable: true, data: [...data, ...data.slice(1, 3)] }))
  return new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 4 }))
}

writeFileSync(name, form === 'parquet' ? parquet() : ipc())
