// Replaces parts of Swagger UI that are unusable with a keyboard or a screen reader.
const accessibleParts = ({ React }) => ({
  components: {
    // A link inside the button that opens a route. Opening a route still changes the address, so it can be shared.
    DeepLink: ({ text }) => React.createElement('span', null, text),
    // A menu without an accessible name, offering only one server.
    ServersContainer: () => null,
  },
  wrapComponents: {
    InfoContainer: (Info) => (props) =>
      React.createElement('section', { 'aria-label': 'About this API' }, React.createElement(Info, props)),
  },
})

window.SwaggerUIBundle({
  dom_id: '#docs',
  url: '/openapi.json',
  deepLinking: true,
  // The validator badge would send a request to another host.
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
  syntaxHighlight: { theme: 'tomorrow-night' },
  plugins: [accessibleParts],
})
