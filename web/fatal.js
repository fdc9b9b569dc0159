// SPDX-License-Identifier: Apache-2.0

// Says that Concord can't start, or go on, in the one place of the page that no
// program replaces: #fatal. It comes before all scripts that fetch or start something,
// and is written for browsers of any age.
//
// concordFatal(problem) shows a problem: title, text (what to do), and where they
// are of use words (of the machine), note, and file: the address of what did not
// arrive as it should. The first one stays.
"use strict";

(function () {
  var root = document.documentElement;
  var box = document.getElementById("fatal");
  var boot = document.getElementById("boot");
  var browsers = "a current Firefox, Chrome, Edge or Safari";
  var shown = false;

  function write(id, text) {
    var place = document.getElementById(id);
    place.textContent = text || "";
    place.hidden = !text;
  }

  window.concordFatal = function (problem) {
    if (shown) return;
    shown = true;
    root.setAttribute("data-program", "dead");
    document.body.setAttribute("data-state", "error");
    if (boot.parentNode) boot.parentNode.removeChild(boot);
    write("fatal-title", problem.title);
    write("fatal-text", problem.text);
    write("fatal-note", problem.note);
    write("fatal-words", problem.words);
    file = problem.file;
    box.className = "fatal";
    box.hidden = false;
    quiet();
  };

  // What is drawn may be read, but nothing behind it answers any more. A dialog
  // would keep the user from the message, and the browser from the file dropped.
  function quiet() {
    ["onbeforeunload", "onpopstate", "onresize", "onclick"].forEach(function (handler) {
      window[handler] = null;
    });
    var types = ["click", "input", "change", "keydown", "submit", "close", "toggle", "dragenter", "dragover", "dragleave", "drop"];
    types.forEach(function (type) {
      addEventListener(
        type,
        function (e) {
          if (type === "click" && box.contains(e.target)) return;
          e.stopImmediatePropagation();
          if (/^drag|drop|submit/.test(type)) e.preventDefault();
        },
        true,
      );
    });
    var dialogs = document.querySelectorAll("dialog[open]");
    for (var n = 0; n < dialogs.length; n++) dialogs[n].close();
  }

  // What arrived damaged is asked for anew first: the browser would take the same file
  // from its cache again.
  var file;
  document.getElementById("fatal-reload").addEventListener("click", function (e) {
    e.preventDefault();
    e.stopPropagation();
    var again = function () {
      location.reload();
    };
    if (!file || !window.fetch) return again();
    fetch(file, { cache: "reload" })
      .then(function (answer) {
        return answer.arrayBuffer(); // to the end, or the browser keeps nothing
      })
      .then(again, again);
  });

  // Until boot.js has begun, whatever goes wrong in one of our scripts keeps it from
  // that. Those of others, such as extensions, are none of our business.
  var folder = document.currentScript.src.replace(/[^/]*$/, "");
  addEventListener(
    "error",
    function (e) {
      var missing = e.target instanceof HTMLScriptElement;
      var script = (missing ? e.target.src : e.filename) || "";
      if (window.concord || script.indexOf(folder) !== 0) return;
      concordFatal({
        title: "Concord could not start",
        text: missing
          ? "A part of it did not arrive. Check that you are online, then reload the page."
          : "Either this browser is too old, or a part of Concord arrived damaged. Reload the page; if that does not help, use " +
            browsers +
            ".",
        words: script.slice(folder.length) + (missing ? "" : ": " + e.message),
        file: script,
      });
    },
    true,
  );

  box.hidden = true;
  box.className = "fatal";
  if (typeof WebAssembly !== "object" || !WebAssembly.compileStreaming || !window.TransformStream || !window.fetch) {
    concordFatal({
      title: "Concord can’t run in this browser",
      text:
        "It needs WebAssembly, which this browser lacks or has switched off " +
        "(some do so in a lockdown mode, or where security is set to the strictest). Use " +
        browsers +
        ".",
    });
  } else if (!window.concordEarly) {
    concordFatal({
      title: "Concord could not start",
      text:
        "A part of it did not arrive, or this browser is too old for it. Check that you are online, then reload the page; " +
        "if that does not help, use " +
        browsers +
        ".",
      words: "early.js",
      file: folder + "early.js",
    });
  } else boot.hidden = false;
})();
