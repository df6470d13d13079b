// What has to be there before the theme's own program runs.

// The theme dresses its search in a style element, which the server's content policy does not
// allow. The same rules as a sheet of the shadow tree are no inline style.
const appended = ShadowRoot.prototype.appendChild;
ShadowRoot.prototype.appendChild = function (child) {
  if (!(child instanceof HTMLStyleElement)) return appended.call(this, child);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(child.textContent);
  this.adoptedStyleSheets = [...this.adoptedStyleSheets, sheet];
  return child;
};

// Search in pages that are opened as files: browsers start no worker there, so what would be the
// worker runs in a hidden frame and is spoken to in the same way.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      const page = this.inside.document;
      page.open();
      page.write("<!doctype html><title>Search</title>");
      page.close();
      this.inside.postMessage = (said) => this.dispatchEvent(new MessageEvent("message", { data: said }));
      this.inside.importScripts = (...scripts) =>
        scripts.reduce((before, script) => before.then(() => this.load(script)), Promise.resolve());
      this.ready = this.load(address);
    }
    load(address) {
      return new Promise((loaded) => {
        const script = this.inside.document.createElement("script");
        script.src = address;
        script.onload = script.onerror = loaded;
        this.inside.document.body.append(script);
      });
    }
    set onmessage(heard) {
      this.addEventListener("message", heard);
    }
    postMessage(said) {
      void this.ready.then(() => {
        const event = new this.inside.MessageEvent("message", { data: said });
        this.inside.dispatchEvent(event);
      });
    }
    terminate() {
      this.inside.frameElement.remove();
    }
  };
}
