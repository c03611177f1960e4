import type { KeysTexts } from './keys-en.ts'

/** The texts about API keys, in Brazilian Portuguese. */
export const keysPtBr: KeysTexts = {
  heading: 'Chaves de API',
  text: 'Os programas enviam uma chave para ler e gravar registros. Quem tem uma chave pode fazer o que ela permite.',
  loading: 'Carregando…',
  none: 'Ainda não há chaves.',
  created: (date) => `Criada em ${date}`,
  expires: (date) => `expira em ${date}`,
  neverUsed: 'nunca usada',
  used: (ago) => `usada pela última vez ${ago}`,
  usedRecently: 'usada na última hora',
  revoke: 'Revogar',
  revokeNamed: (name) => `Revogar ${name}`,
  revoking: 'Revogando…',
  revoked: (name) => `Revogada: ${name}.`,
  askRevoke: (name) => `Revogar ${name}?`,
  askRevokeText:
    'Os programas que usam esta chave perderão o acesso em menos de um segundo. Não é possível desfazer.',
  newHeading: 'Nova chave',
  name: 'Nome',
  nameHint: 'Para que serve a chave, como “Bot do Discord”.',
  scopes: 'O que ela permite',
  scopeNames: {
    'records:read:public': 'Ler registros públicos',
    'records:read': 'Ler registros públicos e não listados',
    'records:write': 'Salvar e excluir qualquer registro',
    admin: 'Tudo, inclusive registros privados',
  },
  lifetime: 'Expira',
  // 30 or 90.
  days: (days) => `Em ${days} dias`,
  year: 'Em 1 ano',
  never: 'Nunca',
  create: 'Criar chave',
  creating: 'Criando…',
  ready: (name) => `Sua chave para ${name}`,
  once: 'Copie agora. Ela não será mostrada de novo.',
  secret: 'Chave',
  copy: 'Copiar',
  done: 'Concluído',
}
