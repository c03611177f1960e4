import type { AccountTexts } from './account-en.ts'

/** The texts of the account page, in Brazilian Portuguese. */
export const accountPtBr: AccountTexts = {
  signIn: 'Entre para ver o que está guardado sobre você, e para baixar ou apagar tudo.',
  open: 'Aqui não há login, então não há contas. Para ver ou excluir um registro, digite o ID de usuário dele na página inicial.',
  home: 'Ir para a página inicial',
  noAnswer: 'Não foi possível acessar o serviço. Verifique sua conexão e tente de novo.',
  expired: 'Sua sessão terminou. Entre de novo para continuar.',
  profile: { name: 'Nome', userId: 'ID de usuário' },
  sessions: {
    heading: 'Onde você está conectado',
    loading: 'Carregando…',
    device: (browser, system) => `${browser} no ${system}`,
    unknownDevice: 'Dispositivo desconhecido',
    current: 'Este dispositivo',
    since: (provider, date) => `Conectado com ${provider} em ${date}`,
    lastUsedRecently: 'Usado na última hora',
    lastUsed: (ago) => `Último uso: ${ago}`,
    end: 'Sair',
    endNamed: (device) => `Sair de ${device}`,
    ending: 'Saindo…',
    ended: (device) => `Sessão encerrada: ${device}.`,
    endAll: 'Sair de todos os dispositivos',
  },
  download: {
    heading: 'Baixar seus dados',
    text: 'Tudo o que está guardado sobre você, em um só arquivo (JSON).',
    action: 'Baixar',
    pending: 'Preparando o arquivo…',
    done: 'Seu arquivo foi baixado.',
  },
  erase: {
    heading: 'Apagar tudo',
    text: 'Exclui seu fuso horário, seu nome e todas as suas sessões aqui. Sua conta no serviço com que você entra não é afetada.',
    action: 'Apagar tudo…',
    pending: 'Apagando…',
    ask: 'Apagar tudo?',
    askText:
      'Seu fuso horário, seu nome e todas as suas sessões serão excluídos, e você sairá de todos os dispositivos. Sua hora local não será mais mostrada. Não é possível desfazer.',
    confirm: 'Apagar',
    unsure:
      'O serviço não respondeu, então seus dados podem ter sido apagados ou não. Apague de novo para ter certeza.',
    done: 'Tudo foi apagado',
    doneText:
      'Seu fuso horário, seu nome e todas as suas sessões foram excluídos, e você saiu de todos os dispositivos. Se entrar de novo, você começa do zero.',
    remains: 'O que pode permanecer em outros lugares, e por quanto tempo',
  },
}
