// The validator of Swagger's makers is on another host, so it is switched off.
SwaggerUIBundle({
  url: "../v1/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
