// Package client is the client of the worker: it posts requests to a Web Worker
// through web/boot.js. Its tests have one that calls the engine instead.
package client
