import type { AccountTexts } from './account-en.ts'

/** The texts of the account page, in Spanish. */
export const accountEs: AccountTexts = {
  signIn: 'Inicia sesión para ver qué se guarda sobre ti, y para descargarlo o borrarlo.',
  open: 'Aquí no hay inicio de sesión, así que no hay cuentas. Para ver o eliminar un registro, escribe su ID de usuario en la página de inicio.',
  home: 'Ir a la página de inicio',
  noAnswer: 'No se puede contactar con el servicio. Comprueba tu conexión e inténtalo de nuevo.',
  expired: 'Tu sesión se ha cerrado. Vuelve a iniciarla para continuar.',
  profile: { name: 'Nombre', userId: 'ID de usuario' },
  sessions: {
    heading: 'Dónde tienes la sesión iniciada',
    loading: 'Cargando…',
    device: (browser, system) => `${browser} en ${system}`,
    unknownDevice: 'Dispositivo desconocido',
    current: 'Este dispositivo',
    since: (provider, date) => `Sesión iniciada con ${provider} el ${date}`,
    lastUsedRecently: 'Usado en la última hora',
    lastUsed: (ago) => `Último uso: ${ago}`,
    end: 'Cerrar sesión',
    endNamed: (device) => `Cerrar sesión: ${device}`,
    ending: 'Cerrando sesión…',
    ended: (device) => `Sesión cerrada: ${device}.`,
    endAll: 'Cerrar sesión en todos los dispositivos',
  },
  download: {
    heading: 'Descargar tus datos',
    text: 'Todo lo que se guarda sobre ti, en un solo archivo (JSON).',
    action: 'Descargar',
    pending: 'Preparando el archivo…',
    done: 'Tu archivo se ha descargado.',
  },
  erase: {
    heading: 'Borrar todo',
    text: 'Elimina tu zona horaria, tu nombre y todas tus sesiones de aquí. Tu cuenta en el servicio con el que inicias sesión no cambia.',
    action: 'Borrar todo…',
    pending: 'Borrando…',
    ask: '¿Borrar todo?',
    askText:
      'Se eliminarán tu zona horaria, tu nombre y todas tus sesiones, y se cerrará tu sesión en todos los dispositivos. Tu hora local dejará de mostrarse. Esto no se puede deshacer.',
    confirm: 'Borrar',
    unsure:
      'El servicio no ha respondido: puede que tus datos se hayan borrado o puede que no. Bórralos otra vez para asegurarte.',
    done: 'Todo se ha borrado',
    doneText:
      'Se han eliminado tu zona horaria, tu nombre y todas tus sesiones, y se ha cerrado tu sesión en todos los dispositivos. Si vuelves a iniciar sesión, empezarás desde cero.',
    remains: 'Qué puede quedar en otros sitios y durante cuánto tiempo',
  },
}
