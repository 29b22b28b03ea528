// The code from the mail stands behind #, so that it comes here and reaches no server's log.
const form = document.querySelector("form[data-call]");
const show = (id) => { document.getElementById(id).hidden = false; };
if (form) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = { token: location.hash.slice(1) };
    if (form.elements.password) { body.password = form.elements.password.value; }
    document.getElementById("failed").hidden = true;
    const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    let answer;
    try { answer = await fetch(`../v1/${form.dataset.call}`, options); } catch { show("failed"); return; }
    if (answer.ok) {
      form.hidden = true;
      history.replaceState(null, "", location.pathname);
      show("done");
      return;
    }
    const problem = await answer.json().catch(() => ({}));
    const said = (problem.errors || []).map((one) => one.detail).join(" ") || problem.detail;
    if (said) { document.getElementById("failed").textContent = said; }
    show("failed");
  });
}
