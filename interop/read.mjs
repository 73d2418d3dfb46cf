// Prints a file as other people's libraries read it, as JSON: the schema, and each cell as a word that says its type.
// usage: node read.mjs arrow|parquet FILE
import { readFileSync } from 'node:fs'
import { tableFromIPC } from 'apache-arrow'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'

const [form, name] = process.argv.slice(2)

function cell(v) {
  switch (typeof v) {
    case 'bigint': return `i ${v}`
    case 'number': return `f ${Object.is(v, -0) ? '-0' : v}`
    case 'string': return `s ${v}`
    case 'boolean': return `b ${v}`
  }
  return v === null ? null : `? ${typeof v}`
}

function arrow() {
  const table = tableFromIPC(readFileSync(name))
  const columns = table.schema.fields.map((field, i) => {
    const vector = table.getChildAt(i)
    return {
      name: field.name, type: String(field.type), nullable: field.nullable,
      meta: Object.fromEntries(field.metadata),
      cells: Array.from({ length: table.numRows }, (_, row) => cell(vector.get(row))),
    }
  })
  return { meta: Object.fromEntries(table.schema.metadata), columns }
}

async function parquet() {
  const file = await asyncBufferFromFile(name)
  const metadata = await parquetMetadataAsync(file)
  const rows = await parquetReadObjects({ file, metadata })
  const columns = metadata.schema.slice(1).map(element => ({
    name: element.name, type: element.type, nullable: element.repetition_type === 'OPTIONAL',
    cells: rows.map(row => cell(row[element.name])),
  }))
  const meta = Object.fromEntries((metadata.key_value_metadata ?? []).map(({ key, value }) => [key, value]))
  return { meta, columns }
}

console.log(JSON.stringify(form === 'arrow' ? arrow() : await parquet()))
