import type { KeysTexts } from './keys-en.ts'

/** The texts about API keys, in Spanish. */
export const keysEs: KeysTexts = {
  heading: 'Claves de API',
  text: 'Los programas envían una clave para leer y escribir registros. Quien tenga una clave puede hacer lo que esta permita.',
  loading: 'Cargando…',
  none: 'Todavía no hay claves.',
  created: (date) => `Creada el ${date}`,
  expires: (date) => `caduca el ${date}`,
  neverUsed: 'nunca usada',
  used: (ago) => `usada por última vez ${ago}`,
  usedRecently: 'usada en la última hora',
  revoke: 'Revocar',
  revokeNamed: (name) => `Revocar ${name}`,
  revoking: 'Revocando…',
  revoked: (name) => `Revocada: ${name}.`,
  askRevoke: (name) => `¿Revocar ${name}?`,
  askRevokeText:
    'Los programas que usen esta clave perderán el acceso en menos de un segundo. Esto no se puede deshacer.',
  newHeading: 'Clave nueva',
  name: 'Nombre',
  nameHint: 'Para qué sirve la clave, por ejemplo «Bot de Discord».',
  scopes: 'Qué puede hacer',
  scopeNames: {
    'records:read:public': 'Leer registros públicos',
    'records:read': 'Leer registros públicos y no listados',
    'records:write': 'Guardar y eliminar cualquier registro',
    admin: 'Todo, incluidos los registros privados',
  },
  lifetime: 'Caduca',
  // 30 or 90.
  days: (days) => `En ${days} días`,
  year: 'En 1 año',
  never: 'Nunca',
  create: 'Crear clave',
  creating: 'Creando…',
  ready: (name) => `Tu clave para ${name}`,
  once: 'Cópiala ahora. No se volverá a mostrar.',
  secret: 'Clave',
  copy: 'Copiar',
  done: 'Listo',
}
