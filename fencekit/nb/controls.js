// The page's side of Interact, run once more at every try to connect. It finds its controls, listens to them, and sends
// their values to the program, each message with a number, so that the program can tell which is the latest.
(async (id, address) => {
  const later = (ms) => new Promise((go) => setTimeout(go, ms));
  let box = null; // a page may show an output some time after it was sent
  for (let i = 0; i < 60 && !(box = document.getElementById(id)); i++) await later(50);
  if (!box) return;
  const all = [...box.querySelectorAll("[data-fence]")];
  const value = (c) => (c.type === "checkbox" ? String(c.checked) : c.value);
  for (let i = 0; i < 20 && !globalThis.gonb_comm; i++) await later(50);
  const send = (what) => {
    if (!globalThis.gonb_comm) return;
    box.fenceSeq = (box.fenceSeq || 0) + 1;
    globalThis.gonb_comm.send(address, JSON.stringify({ seq: box.fenceSeq, what: what, values: all.map(value) }));
  };
  if (box.fenceListens) return send("here");
  box.fenceListens = true;
  const write = () => all.forEach((c) => {
    const shown = c.parentNode.querySelector("output");
    if (shown) shown.textContent = c.dataset.fence === "duration" ? told(Number(c.value)) : c.value;
  });
  const told = (s) => (s !== 0 && Math.abs(s) < 1 ? Number((s * 1000).toPrecision(6)) + " ms" : Number(s.toPrecision(6)) + " s");
  let rest = 0, wait = 0, dirty = false, over = false, missed = 0;
  const moved = () => {
    write();
    clearTimeout(rest);
    rest = setTimeout(() => send("rest"), 200);
    if (wait) { dirty = true; return; }
    send("move");
    wait = setTimeout(() => { wait = 0; if (dirty) { dirty = false; moved(); } }, 16);
  };
  all.forEach((c) => {
    c.addEventListener("input", moved);
    for (const kind of ["keydown", "keyup"]) c.addEventListener(kind, (e) => e.stopPropagation()); // a page has keys of its own
  });
  box.querySelector("[data-reset]").addEventListener("click", () => {
    all.forEach((c) => { if (c.type === "checkbox") c.checked = c.dataset.initial === "true"; else c.value = c.dataset.initial; });
    write();
    send("rest");
  });
  box.querySelector("[data-done]").addEventListener("click", () => {
    clearTimeout(rest);
    over = true;
    [...box.querySelectorAll("input, select, button")].forEach((c) => (c.disabled = true));
    send("done");
  });
  const beat = setInterval(() => { // a page may take an output away while it is out of sight; after three minutes it is gone
    missed = box.isConnected ? 0 : missed + 1;
    if (missed === 0) send(over ? "done" : "here"); // said again, should it have been lost
    if (missed > 36) clearInterval(beat);
  }, 5000);
  box.querySelector("[data-note]").textContent = "Cells below wait until Done.";
  write();
  send("here");
})
