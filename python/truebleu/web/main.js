/** Begin: open the data, build what is around them, show the screen that the address asks for. */

(async () => {
  const page = document.documentElement;
  /** Without the data the overview is still there to read; what is wrong stands above it. */
  function failed(error) {
    const text = error?.message ?? String(error);
    const unreadable = error instanceof SyntaxError || error instanceof RangeError;
    shell.warn(unreadable ? "This file is damaged: its data cannot be read. Get it again." : text);
    page.dataset.ready = "failed";
  }
  // Only the page of a server has this.
  const served = typeof serving === "undefined" ? null : serving;
  try {
    if (served && !(await served.begin())) return;
    const data = await openData();
    format.setup(data.meta.metric);
    store.start(data);
    selection.start(data);
    spread.start(data);
    screens.know(data);
    shell.start(data);
    screens.start();
    keyboard.start(data);
    served?.started();
    page.dataset.ready = "true";
    transport.damage().then((damage) => damage && shell.warn(damage));
  } catch (error) {
    failed(error);
  }
})();
