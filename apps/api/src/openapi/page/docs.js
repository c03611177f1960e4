// The validator's badge would ask a server elsewhere.
window.SwaggerUIBundle({
  dom_id: '#docs',
  url: '/openapi.json',
  deepLinking: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
})
