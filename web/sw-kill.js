// SPDX-License-Identifier: Apache-2.0

// Serve this file in place of sw.js to withdraw Concord from an address: every
// browser that has it drops its copy and from then on asks the server again.
"use strict";

const PREFIX = `concord-${new URL(registration.scope).pathname}-`;

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => event.waitUntil(withdraw()));

async function withdraw() {
  const own = (await caches.keys()).filter((key) => key.startsWith(PREFIX));
  await Promise.all(own.map((key) => caches.delete(key)));
  await registration.unregister();
}
