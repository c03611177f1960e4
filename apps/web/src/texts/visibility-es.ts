import type { VisibilityTexts } from './visibility-en.ts'

/** The texts about who sees a record, in Spanish. */
export const visibilityEs: VisibilityTexts = {
  heading: 'Quién ve tu zona horaria',
  levels: {
    public: {
      name: 'Pública',
      sentence: 'La ve todo el mundo, también en listas, en la búsqueda y en «Todos».',
    },
    unlisted: {
      name: 'No listada',
      sentence: 'La ve quien conozca tu ID de usuario, pero no aparece en ninguna lista.',
    },
    private: { name: 'Privada', sentence: 'Solo la ves tú. Para los demás, no has guardado nada.' },
  },
  saving: 'Guardando…',
  saved: {
    public: 'Guardado: ahora tu zona horaria es pública.',
    unlisted: 'Guardado: ahora tu zona horaria no aparece en listas.',
    private: 'Guardado: ahora solo tú ves tu zona horaria.',
  },
  notSaved: 'No se ha guardado tu elección.',
  noAnswer: 'No se puede contactar con el servicio. Comprueba tu conexión y elige de nuevo.',
}
