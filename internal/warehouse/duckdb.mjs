// A client of DuckDB as its own is with -csv: node duckdb.mjs FILE reads SQL from its standard input and prints rows.
// A line --eof runs what came before, and prints itself.
//
// node duckdb.mjs FILE SOCKET keeps the database open for asking.mjs: loading DuckDB takes ten times as long as starting Node.js.
import {DuckDBInstance} from '@duckdb/node-api'
import {once} from 'node:events'
import {createServer} from 'node:net'

const [file, socket] = process.argv.slice(2)
const database = await DuckDBInstance.create(file)

// connect returns a connection's run, which runs statements, prints rows, and returns the error that stopped it.
async function connect(print) {
  const connection = await database.connect()
  if (process.env.DUCKDB_MEMORY) await connection.run(`SET memory_limit = '${process.env.DUCKDB_MEMORY}'`)
  const run = async sql => {
    try {
      const statements = await connection.extractStatements(sql)
      for (let n = 0; n < statements.count; n++) {
        const result = await (await statements.prepare(n)).stream()
        for (let chunk; (chunk = await result.fetchChunk()) && chunk.rowCount > 0;)
          print(chunk.getRows().map(row => row.join(',') + '\n').join(''))
      }
      return ''
    } catch (error) {
      return error.message
    }
  }
  return {run, close: () => connection.closeSync()}
}

async function converse() {
  const {run, close} = await connect(rows => process.stdout.write(rows))
  const say = wrong => {
    if (!wrong) return
    console.error(wrong)
    process.exitCode = 1
  }
  const end = '\n--eof\n'
  let sql = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) {
    sql += chunk
    for (let at; (at = sql.indexOf(end, Math.max(0, sql.length - chunk.length - end.length))) >= 0;) {
      const call = sql.slice(0, at)
      sql = sql.slice(at + end.length)
      say(await run(call))
      process.stdout.write('--eof\n')
    }
  }
  if (sql.trim()) say(await run(sql))
  close()
  database.closeSync()
}

// answer runs all that a client sends, and sends the rows and, as the last line, what was wrong as JSON.
async function answer(client) {
  client.on('error', () => {}) // it is gone: so is whoever would read the answer
  client.setEncoding('utf8')
  let sql = ''
  client.on('data', chunk => { sql += chunk }) // for await would close it
  await once(client, 'end')
  const {run, close} = await connect(rows => client.write(rows))
  client.end(JSON.stringify(await run(sql)) + '\n')
  close()
}

let last = Promise.resolve() // one after the other, as the lock of the file has it for programs
if (socket) createServer({allowHalfOpen: true}, client => { last = last.then(() => answer(client)).catch(() => {}) }).listen(socket)
else await converse()
