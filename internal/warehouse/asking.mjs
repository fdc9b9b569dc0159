// A client of duckdb.mjs FILE SOCKET: node asking.mjs SOCKET reads SQL from its standard input and prints rows, as they come.
import {connect} from 'node:net'
import {createInterface} from 'node:readline'

const server = connect({path: process.argv[2], allowHalfOpen: true})
process.stdin.pipe(server)
for await (const line of createInterface({input: server})) {
  if (line.startsWith('\u0001')) {
    console.error(JSON.parse(line.slice(1)))
    process.exitCode = 1
  } else process.stdout.write(line + '\n')
}
process.stdin.destroy() // process.exit would lose what is not yet printed
