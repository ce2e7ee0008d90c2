// Inline part of the component: fetches the board's code once from the app's own route. A plain Streamlit server has no
// such route; then the code is requested once, as data.
let ready;

export default async function (component) {
  ready ??= import(new URL("board/main.js", document.baseURI)).then((module) => module.default, () => null);
  let mount = await ready;
  if (!mount) {
    const { sources } = component.data;
    if (!sources) return void component.setTriggerValue("sources", true);
    const url = URL.createObjectURL(new Blob([sources], { type: "text/javascript" }));
    mount = await (ready = import(url).then((module) => module.default));
  }
  return mount(component);
}
