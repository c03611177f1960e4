// Parts of Swagger UI that a keyboard or a screen reader could not use.
const accessibleParts = ({ React }) => ({
  components: {
    // A link inside the button that opens a route. Opening a route still changes the address, so it can be shared.
    DeepLink: ({ text }) => React.createElement('span', null, text),
    // A menu without a name, and with only one server to choose.
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
