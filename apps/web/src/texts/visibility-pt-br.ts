import type { VisibilityTexts } from './visibility-en.ts'

/** The texts about who sees a record, in Brazilian Portuguese. */
export const visibilityPtBr: VisibilityTexts = {
  heading: 'Quem vê seu fuso horário',
  levels: {
    public: {
      name: 'Público',
      sentence: 'Todo mundo vê, inclusive em listas, na busca e em “Todos”.',
    },
    unlisted: {
      name: 'Não listado',
      sentence: 'Quem conhece seu ID de usuário vê, mas ele não aparece em nenhuma lista.',
    },
    private: { name: 'Privado', sentence: 'Só você vê. Para os outros, você não salvou nada.' },
  },
  saving: 'Salvando…',
  saved: {
    public: 'Salvo: agora seu fuso horário é público.',
    unlisted: 'Salvo: agora seu fuso horário não aparece em listas.',
    private: 'Salvo: agora só você vê seu fuso horário.',
  },
  notSaved: 'Sua escolha não foi salva.',
  noAnswer: 'Não foi possível acessar o serviço. Verifique sua conexão e escolha de novo.',
}
