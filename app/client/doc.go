// Package client is the client of the worker: it posts requests to a Web Worker
// through web/boot.js. Package native has one that calls the engine instead, for tests.
package client
