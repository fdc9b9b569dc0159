// Package web has programs carry this folder: those built with -tags site do, once make build has put the programs for the browser here.
package web
