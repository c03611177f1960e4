import type { PrivacyTexts } from './privacy-en.ts'

/** The texts of the privacy page, in Brazilian Portuguese. */
export const privacyPtBr: PrivacyTexts = {
  intro: 'O que este serviço sabe sobre você, quem vê isso e como excluir.',
  stored: {
    heading: 'O que é guardado',
    record:
      'Seu registro: seu ID de usuário, um nome, um fuso horário e quando foi criado e salvo pela última vez. Quando você salva um fuso horário novo, o anterior desaparece: não há histórico.',
    login: (providers) =>
      `Cada vez que você entra com ${providers}: seu ID, seu nome e sua imagem lá, qual navegador e sistema você usou, quando entrou e quando esteve aqui pela última vez. Nem senha nem endereço de e-mail.`,
    browser:
      'No seu navegador: o tema, o idioma e o formato de hora escolhidos, as pessoas que você compara, o que digitou na página inicial e o que decidiu durante uma viagem. Nada nesta página rastreia você, e nada é carregado de outros sites.',
  },
  seen: {
    heading: 'Quem vê',
    open: 'Aqui não há login. Quem puder abrir esta página pode consultar, alterar e excluir qualquer registro, então salve apenas o que todos podem saber.',
    public: 'Qualquer pessoa pode consultar um registro, a menos que seja privado.',
    closed:
      'Só quem fez login e programas com uma chave podem consultar um registro. Os registros privados ficam ocultos também para eles.',
    choose: 'Você escolhe quem vê seu fuso horário e pode mudar de ideia quando quiser:',
    newRecords: {
      public: 'Registros novos são públicos.',
      unlisted: 'Registros novos não aparecem em listas.',
      private: 'Registros novos são privados.',
    },
    copies:
      'Outros programas podem copiar registros públicos. O serviço informa a eles quais registros foram excluídos ou ocultados, para que possam excluir suas cópias.',
    operator: 'O operador e os programas com acesso total podem ver todos os registros.',
  },
  kept: {
    heading: 'Por quanto tempo',
    record: 'Seu registro é guardado até que você o exclua.',
    deletion: (days) =>
      `Depois disso, seu ID de usuário e o momento da exclusão são guardados por ${days}, para que programas com uma cópia possam excluí-la. Seu nome e seu fuso horário não são guardados.`,
    session: (age, idle) =>
      `Você fica conectado por no máximo ${age}, e sua sessão termina se você não voltar em ${idle}.`,
    sessions: (count) =>
      `Você pode estar conectado em até ${count} dispositivos. Com mais um, a sessão do dispositivo que você não usa há mais tempo é encerrada.`,
    backups: 'Se o operador faz backups, seus dados ficam neles até que o operador os exclua.',
  },
  logged: {
    heading: 'O que fica nos logs',
    changes: 'Cada login, alteração e exclusão, com seu ID de usuário e o fuso horário que você escolheu.',
    changesNetwork:
      'Cada login, alteração e exclusão, com seu ID de usuário, o fuso horário que você escolheu e uma forma abreviada do seu endereço IP.',
    requests: 'Cada solicitação: qual função foi usada e quanto tempo levou, mas não para quem.',
    requestsNetwork:
      'Cada solicitação: qual função foi usada e quanto tempo levou, com uma forma abreviada do seu endereço IP, mas sem seu ID de usuário.',
    failures: 'Cada solicitação que falhou: qual função foi usada e quanto tempo levou, mas não para quem.',
    failuresNetwork:
      'Cada solicitação que falhou: qual função foi usada e quanto tempo levou, com uma forma abreviada do seu endereço IP, mas sem seu ID de usuário.',
    nothing: 'Nada sobre você vai para os logs.',
    kept: (days) => `O operador guarda os logs por ${days}.`,
    keptUnknown: 'O operador não informa por quanto tempo os logs são guardados.',
  },
  own: {
    heading: 'Ver e excluir seus dados',
    account:
      'Na sua conta, você pode baixar tudo o que está guardado sobre você, sair de qualquer dispositivo e apagar tudo.',
    accountLink: 'Ir para a sua conta',
    open: 'Digite seu ID de usuário na página inicial para ver seu registro e excluí-lo.',
    openLink: 'Ir para a página inicial',
    closed: 'Aqui os registros são salvos por programas. Pergunte ao programa que você usa ou ao operador.',
  },
  contact: {
    heading: 'Contato',
    text: 'Para perguntas sobre seus dados, fale com o operador:',
    none: 'O operador não publicou um endereço de contato.',
  },
}
