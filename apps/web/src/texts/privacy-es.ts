import type { PrivacyTexts } from './privacy-en.ts'

/** The texts of the privacy page, in Spanish. */
export const privacyEs: PrivacyTexts = {
  intro: 'Qué sabe este servicio de ti, quién lo ve y cómo eliminarlo.',
  stored: {
    heading: 'Qué se guarda',
    record:
      'Tu registro: tu ID de usuario, un nombre, una zona horaria y cuándo se creó y se guardó por última vez. Cuando guardas una zona horaria nueva, la anterior desaparece: no hay historial.',
    login: (providers) =>
      `Cada vez que inicias sesión con ${providers}: tu ID, tu nombre y tu imagen allí, qué navegador y sistema usaste, cuándo iniciaste sesión y cuándo estuviste aquí por última vez. Ni contraseñas ni direcciones de correo.`,
    browser:
      'En tu navegador: el tema, el idioma y el formato de hora que has elegido, las personas que comparas, lo que escribiste en la página de inicio y lo que decidiste durante un viaje. En esta página nada te rastrea y nada se carga de otros sitios.',
  },
  seen: {
    heading: 'Quién lo ve',
    open: 'Aquí no hay inicio de sesión. Quien pueda abrir esta página puede consultar, cambiar y eliminar cualquier registro, así que guarda solo lo que todo el mundo pueda saber.',
    public: 'Cualquiera puede consultar un registro, salvo que sea privado.',
    closed:
      'Solo pueden consultar un registro quienes han iniciado sesión y los programas con una clave. Los registros privados tampoco los ven ellos.',
    choose: 'Tú eliges quién ve tu zona horaria y puedes cambiar de idea en cualquier momento:',
    newRecords: {
      public: 'Los registros nuevos son públicos.',
      unlisted: 'Los registros nuevos no aparecen en listas.',
      private: 'Los registros nuevos son privados.',
    },
    copies:
      'Otros programas pueden copiar los registros públicos. El servicio les comunica qué registros se han eliminado u ocultado para que puedan borrar sus copias.',
    operator: 'El operador y los programas con acceso completo pueden ver todos los registros.',
  },
  kept: {
    heading: 'Durante cuánto tiempo',
    record: 'Tu registro se conserva hasta que lo elimines.',
    deletion: (days) =>
      `Después, tu ID de usuario y el momento de la eliminación se conservan durante ${days}, para que los programas que tienen una copia puedan borrarla. Tu nombre y tu zona horaria no se conservan.`,
    session: (age, idle) => `Tu sesión dura como máximo ${age} y se cierra si no vuelves en ${idle}.`,
    sessions: (count) =>
      `Puedes tener la sesión iniciada en un máximo de ${count} dispositivos. Con uno más, se cierra la del dispositivo que llevas más tiempo sin usar.`,
    backups: 'Si el operador hace copias de seguridad, tus datos permanecen en ellas hasta que las elimine.',
  },
  logged: {
    heading: 'Qué se anota en el registro de actividad',
    changes:
      'Cada inicio de sesión, cambio y eliminación, con tu ID de usuario y la zona horaria que elegiste.',
    changesNetwork:
      'Cada inicio de sesión, cambio y eliminación, con tu ID de usuario, la zona horaria que elegiste y una forma abreviada de tu dirección IP.',
    requests: 'Cada solicitud: qué función se usó y cuánto tardó, pero no para quién.',
    requestsNetwork:
      'Cada solicitud: qué función se usó y cuánto tardó, con una forma abreviada de tu dirección IP, pero sin tu ID de usuario.',
    failures: 'Cada solicitud fallida: qué función se usó y cuánto tardó, pero no para quién.',
    failuresNetwork:
      'Cada solicitud fallida: qué función se usó y cuánto tardó, con una forma abreviada de tu dirección IP, pero sin tu ID de usuario.',
    nothing: 'No se anota nada sobre ti.',
    kept: (days) => `El operador conserva estas anotaciones durante ${days}.`,
    keptUnknown: 'El operador no indica durante cuánto tiempo conserva estas anotaciones.',
  },
  own: {
    heading: 'Ver y eliminar tus datos',
    account:
      'En tu cuenta puedes descargar todo lo que se guarda sobre ti, cerrar la sesión en cualquier dispositivo y borrarlo todo.',
    accountLink: 'Ir a tu cuenta',
    open: 'Escribe tu ID de usuario en la página de inicio para ver tu registro y eliminarlo.',
    openLink: 'Ir a la página de inicio',
    closed: 'Aquí los registros los guardan programas. Pregunta al programa que usas o al operador.',
  },
  contact: {
    heading: 'Contacto',
    text: 'Si tienes preguntas sobre tus datos, escribe al operador:',
    none: 'El operador no ha publicado ninguna dirección de contacto.',
  },
}
