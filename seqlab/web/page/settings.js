// Choices of the reader. They are kept on the device only if that is asked for.

const KEY = "seqlab-choices";
const NAMES = ["font", "size", "theme"];

export function setUp(on) {
  const root = document.documentElement;
  const remember = document.getElementById("remember");
  const kept = JSON.parse(localStorage.getItem(KEY) || "null");
  const choices = kept || {};
  remember.checked = kept !== null;
  const save = () => {
    if (remember.checked) localStorage.setItem(KEY, JSON.stringify(choices));
    else localStorage.removeItem(KEY);
  };
  for (const name of NAMES) {
    const select = document.getElementById(name);
    const show = () => { root.dataset[name] = select.value; };
    if (choices[name]) select.value = choices[name];
    show();
    select.addEventListener("change", () => {
      choices[name] = select.value;
      show();
      save();
    });
  }
  remember.addEventListener("change", () => {
    for (const name of NAMES) choices[name] = document.getElementById(name).value;
    Object.assign(choices, on());
    save();
  });
  return {
    choices,
    note(values) {
      Object.assign(choices, values);
      if (remember.checked) save();
    },
  };
}
