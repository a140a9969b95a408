// Sliders beside the numbers: a slider that nobody has moved is no answer.

for (const slider of document.querySelectorAll("input[type=range][data-for]")) {
  const number = document.getElementById(slider.dataset.for);
  slider.hidden = false;
  slider.classList.toggle("unset", number.value === "");
  slider.addEventListener("input", () => {
    number.value = slider.value;
    slider.classList.remove("unset");
  });
  // Pressing a slider in the middle is an answer too, though it moves nothing.
  slider.addEventListener("pointerup", () => slider.dispatchEvent(new Event("input")));
  number.addEventListener("input", () => {
    if (number.value !== "") slider.value = number.value;
    slider.classList.toggle("unset", number.value === "");
  });
}

// A page is sent once, however often the button is pressed.
document.getElementById("answers")?.addEventListener("submit", (event) => {
  if (event.target.dataset.sent) event.preventDefault();
  event.target.dataset.sent = "yes";
});

// The overview renews itself, unless somebody is at work in it.
const overview = document.querySelector("main[data-renewed]");
if (overview) {
  setInterval(async () => {
    if (overview.contains(document.activeElement) || document.hidden) return;
    const answer = await fetch(location.href).catch(() => null);
    if (!answer?.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    overview.replaceChildren(...fresh.querySelector("main").childNodes);
  }, 10_000);
}
