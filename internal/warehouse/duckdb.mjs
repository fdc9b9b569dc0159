// A client of DuckDB as its own is with -csv: node duckdb.mjs FILE reads SQL from its standard input and prints rows.
// A line --eof runs what came before, and prints itself.
import {DuckDBInstance} from '@duckdb/node-api'

const database = await DuckDBInstance.create(process.argv[2])
const connection = await database.connect()
if (process.env.DUCKDB_MEMORY) await connection.run(`SET memory_limit = '${process.env.DUCKDB_MEMORY}'`)

async function run(sql) {
  try {
    const statements = await connection.extractStatements(sql)
    for (let n = 0; n < statements.count; n++) {
      const result = await (await statements.prepare(n)).stream()
      for (let chunk; (chunk = await result.fetchChunk()) && chunk.rowCount > 0;)
        process.stdout.write(chunk.getRows().map(row => row.join(',') + '\n').join(''))
    }
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}

const end = '\n--eof\n'
let sql = ''
process.stdin.setEncoding('utf8')
for await (const chunk of process.stdin) {
  sql += chunk
  for (let at; (at = sql.indexOf(end, Math.max(0, sql.length - chunk.length - end.length))) >= 0;) {
    const call = sql.slice(0, at)
    sql = sql.slice(at + end.length)
    await run(call)
    process.stdout.write('--eof\n')
  }
}
if (sql.trim()) await run(sql)
connection.closeSync()
database.closeSync()
