// A client of DuckDB as its own is with -csv: node duckdb.mjs FILE reads SQL from its standard input and prints rows. Statements are
// run as soon as a line ends with a semicolon. A line --eof prints itself.
//
// node duckdb.mjs FILE SOCKET keeps the database open for asking.mjs: loading DuckDB takes ten times as long as starting Node.js.
import {DuckDBInstance} from '@duckdb/node-api'
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

// answer runs what a client sends, as soon as a line ends with a semicolon, and sends the rows. The first error ends it: a line of
// \u0001 and what was wrong as JSON.
async function answer(client) {
  client.on('error', () => {}) // it is gone: so is whoever would read the answer
  client.setEncoding('utf8')
  const {run, close} = await connect(rows => client.write(rows))
  let sql = ''
  let work = Promise.resolve('')
  const then = text => {
    work = work.then(async wrong => {
      if (wrong || !text.trim()) return wrong
      wrong = await run(text)
      if (wrong) client.end('\u0001' + JSON.stringify(wrong) + '\n')
      return wrong
    })
  }
  client.on('data', chunk => { // for await would close it
    sql += chunk
    const at = sql.lastIndexOf(';\n') + 2
    if (at < 2) return
    then(sql.slice(0, at))
    sql = sql.slice(at)
  })
  await new Promise(resolve => client.on('end', resolve).on('close', resolve))
  then(sql)
  await work
  client.end()
  close()
}

let last = Promise.resolve() // one after the other, as the lock of the file has it for programs
if (socket) createServer({allowHalfOpen: true}, client => { last = last.then(() => answer(client)).catch(() => {}) }).listen(socket)
else await converse()
