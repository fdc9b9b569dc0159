// A client of duckdb.mjs FILE SOCKET: node asking.mjs SOCKET reads SQL from its standard input and prints rows.
import {connect} from 'node:net'
import {text} from 'node:stream/consumers'

const server = connect({path: process.argv[2], allowHalfOpen: true})
process.stdin.pipe(server)
const lines = await text(server)
const last = lines.lastIndexOf('\n', lines.length - 2) + 1
process.stdout.write(lines.slice(0, last))
const wrong = JSON.parse(lines.slice(last))
if (wrong) {
  console.error(wrong)
  process.exitCode = 1
}
