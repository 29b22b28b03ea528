// Swagger UI has a dark face of its own, and no eye for what the reader prefers.
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => { document.documentElement.classList.toggle("dark-mode", dark.matches); };
follow();
dark.addEventListener("change", follow);

// The validator of Swagger's makers is on another host, so it is switched off.
SwaggerUIBundle({
  url: "../v1/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
