// A file of its own, since the page's policy allows no script inside the page.
SwaggerUIBundle({
  url: "/schema/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null, // its badge would tell a foreign host about this service
});
