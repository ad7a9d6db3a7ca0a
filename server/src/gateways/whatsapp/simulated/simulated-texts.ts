import type { ListedText } from '../whatsapp-gateway.ts'

type Bodies = Record<'nl' | 'en' | 'fr', Pick<ListedText, 'header' | 'body' | 'footer' | 'buttons'>>

function inAll(name: string, bodies: Bodies, change: Partial<ListedText> = {}): ListedText[] {
  return (['nl', 'en', 'fr'] as const).map((language) => ({
    ...{ providerKey: `${name}-${language}`, name, language, status: 'APPROVED', category: 'UTILITY', quality: 'GREEN' },
    ...bodies[language],
    ...change,
  }))
}

const url = (text: string) => ({ type: 'url', text, url: '{{1}}' }) as const
const reply = (text: string) => ({ type: 'reply', text, url: '' }) as const

/** The texts that the simulated provider has approved, and two that it has not. */
export const simulatedTexts: readonly ListedText[] = [
  ...inAll('betaalherinnering', {
    nl: {
      header: 'Factuur {{1}}',
      body: 'Beste {{1}}, voor {{2}} staat nog {{3}} open. U kunt direct betalen met de knop hieronder. Al betaald? Dan hoeft u niets te doen.',
      footer: 'Antwoord STOP om geen WhatsApp meer te krijgen',
      buttons: [url('Nu betalen'), reply('Bel mij terug')],
    },
    en: {
      header: 'Invoice {{1}}',
      body: 'Dear {{1}}, {{3}} is still due to {{2}}. You can pay at once with the button below. Already paid? Then you need to do nothing.',
      footer: 'Reply STOP to get no more WhatsApp',
      buttons: [url('Pay now'), reply('Call me back')],
    },
    fr: {
      header: 'Facture {{1}}',
      body: 'Bonjour {{1}}, {{3}} reste à payer à {{2}}. Payez tout de suite avec le bouton ci-dessous. Déjà payé ? Vous n’avez rien à faire.',
      footer: 'Répondez STOP pour ne plus recevoir de WhatsApp',
      buttons: [url('Payer maintenant'), reply('Rappelez-moi')],
    },
  }),
  ...inAll('betaallink', {
    nl: { header: '', body: 'Beste {{1}}, zoals besproken hierbij uw betaallink voor {{2}}.', footer: '', buttons: [url('Nu betalen')] },
    en: { header: '', body: 'Dear {{1}}, as agreed here is your payment link for {{2}}.', footer: '', buttons: [url('Pay now')] },
    fr: {
      ...{ header: '', body: 'Bonjour {{1}}, comme convenu voici votre lien de paiement pour {{2}}.', footer: '' },
      buttons: [url('Payer maintenant')],
    },
  }),
  ...inAll(
    'zo_betaalt_u',
    {
      nl: { header: '', body: 'Beste {{1}}, zo betaalt u {{2}}.', footer: '', buttons: [url('Nu betalen')] },
      en: { header: '', body: 'Dear {{1}}, this is how to pay {{2}}.', footer: '', buttons: [url('Pay now')] },
      fr: { header: '', body: 'Bonjour {{1}}, voici comment payer {{2}}.', footer: '', buttons: [url('Payer maintenant')] },
    },
    { headerKind: 'image' },
  ),
  ...inAll(
    'actie_voorjaar',
    {
      nl: { header: '', body: 'Beste {{1}}, betaal deze maand en u krijgt korting.', footer: '', buttons: [] },
      en: { header: '', body: 'Dear {{1}}, pay this month and get a discount.', footer: '', buttons: [] },
      fr: { header: '', body: 'Bonjour {{1}}, payez ce mois-ci et recevez une remise.', footer: '', buttons: [] },
    },
    { status: 'REJECTED', category: 'MARKETING', quality: 'UNKNOWN' },
  ).slice(0, 1),
  ...inAll(
    'terugbelverzoek',
    {
      nl: { header: '', body: 'Beste {{1}}, wij bellen u graag over dossier {{2}}. Wanneer komt het uit?', footer: '', buttons: [] },
      en: { header: '', body: 'Dear {{1}}, we would like to call you about case {{2}}. When does it suit?', footer: '', buttons: [] },
      fr: { header: '', body: 'Bonjour {{1}}, nous aimerions vous appeler au sujet du dossier {{2}}. Quand ?', footer: '', buttons: [] },
    },
    { status: 'PENDING', quality: 'UNKNOWN' },
  ).slice(0, 1),
]
