// The validator badge would send a request to another host.
window.SwaggerUIBundle({
  dom_id: '#docs',
  url: '/openapi.json',
  deepLinking: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
})
