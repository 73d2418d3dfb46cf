// Package sqlio carries frames to and from databases through database/sql: the rows of a query become a frame, and a
// frame becomes a table. It is apart from package frame so that a program without a database does not link one, and it
// imports no driver: the program that uses it does.
//
// # The problem
//
// A row of database/sql is scanned into variables whose types the caller has to know. A table for reading knows them
// only when the rows are there, and drivers differ: the same whole number comes as int64, as text in bytes or as a type
// of the driver's own, and SQLite allows a column of all three. Read settles on one kind a column, or says at which row
// it could not. In the other direction three things differ between databases: how a name is quoted, how a parameter is
// written and what the types are called. Dialect holds them. Names are quoted and values are parameters; neither is ever
// put into a statement as it is.
//
// # Kinds, written and read
//
//	frame          SQLite       PostgreSQL        MySQL
//	float64        REAL         DOUBLE PRECISION  DOUBLE
//	int64          INTEGER      BIGINT            BIGINT
//	string         TEXT         TEXT              LONGTEXT CHARACTER SET utf8mb4
//	bool           BOOLEAN      BOOLEAN           BOOLEAN
//	time.Duration  DURATION_NS  BIGINT            BIGINT
//	missing, NaN   NULL         NULL              NULL
//
// A duration is written as a whole number of nanoseconds. SQLite keeps the name of a type as it was declared, so there
// it is read as a duration again. The other two know a BIGINT only, and MySQL's BOOLEAN is a small integer: name such
// columns in ReadOptions.Kinds, for which KindsOf gives what was written.
//
// # What a column is read as
//
// The kind is the one asked for in ReadOptions.Kinds; or else that of the type the driver names, for which a name is
// cut to its first word and compared in capitals; or else, for an expression or a type not listed, that of the values:
//
//	float64        REAL, FLOAT, DOUBLE, FLOAT4, FLOAT8, BINARY_FLOAT, BINARY_DOUBLE, NUMERIC, DECIMAL, DEC, NUMBER
//	int64          INT, INTEGER, TINYINT, SMALLINT, MEDIUMINT, BIGINT, INT2, INT4, INT8, SERIAL, SMALLSERIAL, BIGSERIAL,
//	               YEAR
//	bool           BOOL, BOOLEAN, and the one byte that MySQL gives for BIT(1)
//	string         TEXT, TINYTEXT, MEDIUMTEXT, LONGTEXT, CHAR, CHARACTER, BPCHAR, VARCHAR, NCHAR, NVARCHAR, VARCHAR2,
//	               NVARCHAR2, CLOB, NCLOB, UUID, JSON, JSONB, XML, ENUM, INTERVAL
//	time.Duration  DURATION_NS
//
// Decimal text of a numeric column is rounded to the nearest float64; where that is not good enough, ask for
// strings. A named type says how a value is to be understood and does not change one that is of another type:
// SQLite's 2.5 in an INTEGER column stays 2.5. A column with whole numbers and floats is a float column, unless a
// whole number has no exact float64; with any other two types it is an error that names the column, the row and
// both. A time.Time becomes the text of RFC 3339 with the fraction it has, in the location the driver gave it. Bytes
// become a string when they are UTF-8. A column of nothing but NULL, or of no rows, is of the kind that its type or
// the driver's scan type names, and of strings when neither does. Rows are counted from 0, as in package frame.
//
// # What is not promised
//
// Caption and Meta of a frame do not survive. A table has no order: to have the rows back as they were, write a column
// to sort by. SQLite and MySQL keep no sign of a zero. PostgreSQL's text cannot hold the character NUL and MySQL's
// DOUBLE no infinity; Write refuses both before it begins, as it does text that is not UTF-8. A written table has
// neither keys nor indexes, and Replace takes those of the table it replaces away with it. When the connection is lost
// during the commit, the error does not tell whether it took place. What is appended to a table of an engine without
// transactions, such as MyISAM, stays after an error.
//
// MySQL commits at every CREATE TABLE, so there a new table is filled under another name and renamed when complete. For
// the table T that name is sqlio_new_T, and the table that Replace replaces is sqlio_old_T until it is dropped; a
// longer name than MySQL's 64 characters is cut and ends in a hash. Keep no tables of your own under such names. A
// program that is killed can leave them behind: the next Replace drops sqlio_old_T, whose rows were replaced, while
// sqlio_new_T stops every Create and Replace of T until it is dropped by hand, since it may as well be one that another
// program is filling.
//
// A temporary table hides one of the same name from its connection. In SQLite, Write keeps to the schema it is given,
// main by default. PostgreSQL takes the temporary table for the table when no schema is given. In MySQL a temporary
// table has the schema of the one it hides, and Append adds the rows to it.
package sqlio
