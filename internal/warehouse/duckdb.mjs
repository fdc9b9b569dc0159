// A client of DuckDB as its own is with -csv: node duckdb.mjs FILE reads SQL from its standard input and prints rows. Statements are
// run as soon as a line ends with a semicolon. A line --eof prints itself.
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
  let sql = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) {
    sql += chunk
    let at = sql.lastIndexOf(';\n') + 2
    const eof = sql.lastIndexOf('\n--eof\n') + 7
    at = Math.max(at, eof > 6 ? eof : 0)
    if (at < 2) continue
    const calls = sql.slice(0, at).split('\n--eof\n')
    sql = sql.slice(at)
    for (const [n, call] of calls.entries()) {
      if (call.trim()) say(await run(call))
      if (n < calls.length - 1) process.stdout.write('--eof\n')
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
