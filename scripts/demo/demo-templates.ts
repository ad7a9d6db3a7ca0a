import type { Locale } from '@regie/contract/locale.ts'
import type { TemplateOptions } from '@regie/contract/templates.ts'
import type { ApprovedChoice } from '@regie/contract/whatsapp.ts'
import type { WhatsappChoices } from '@regie/contract/whatsapp-choices.ts'
import { demoMail as mail } from './demo-mail.ts'
import { demoApproved } from './demo-whatsapp.ts'

type Texts = Record<
  Locale,
  { subject: string; preheader?: string; text: string; html?: string; approved?: ApprovedChoice; choices?: WhatsappChoices }
>

/** The texts of the demo script, by template key. In a running installation staff write these; here they come with the demo customers. */
export const demoTemplates: {
  key: string
  kind: 'email' | 'sms' | 'whatsapp' | 'call'
  texts: Texts
  options?: Partial<TemplateOptions>
}[] = [
  {
    key: 'herinnering-mail',
    kind: 'email',
    // So that its results show who read it. A new template notes nothing until somebody asks for it.
    options: { tracking: true },
    texts: {
      nl: mail(
        { subject: 'Herinnering: factuur {{factuurnummer}}', preheader: 'Er staat nog {{bedrag}} open. U betaalt met één klik.' },
        'Beste {{naam}},',
        [
          'U hebt een factuur van {{opdrachtgever}} nog niet betaald. Misschien bent u het vergeten.',
          'Het gaat om factuur {{factuurnummer}} van {{bedrag}}.',
          'U betaalt eenvoudig met deze link:',
        ],
        'Nu betalen',
        [
          'Hebt u al betaald? Dan hoeft u niets te doen.',
          'Lukt betalen niet, of klopt de factuur niet? Antwoord op deze mail. Wij zoeken samen met u een oplossing.',
        ],
        'Met vriendelijke groet,',
      ),
      eng: mail(
        { subject: 'Reminder: invoice {{factuurnummer}}', preheader: '{{bedrag}} is still outstanding. You pay with one click.' },
        'Dear {{naam}},',
        [
          'You have not yet paid an invoice from {{opdrachtgever}}. Perhaps it slipped your mind.',
          'It concerns invoice {{factuurnummer}} for {{bedrag}}.',
          'You can pay easily with this link:',
        ],
        'Pay now',
        [
          'Have you already paid? Then there is nothing you need to do.',
          'Are you unable to pay, or is the invoice wrong? Reply to this e-mail. We will look for a solution together with you.',
        ],
        'Kind regards,',
      ),
      fr: mail(
        { subject: 'Rappel : facture {{factuurnummer}}', preheader: '{{bedrag}} restent dus. Vous payez en un clic.' },
        'Bonjour {{naam}},',
        [
          'Vous n’avez pas encore payé une facture de {{opdrachtgever}}. Peut-être l’avez-vous oubliée.',
          'Il s’agit de la facture {{factuurnummer}} d’un montant de {{bedrag}}.',
          'Vous pouvez payer simplement avec ce lien :',
        ],
        'Payer maintenant',
        [
          'Vous avez déjà payé ? Alors vous n’avez rien à faire.',
          'Vous ne pouvez pas payer, ou la facture n’est pas correcte ? Répondez à cet e-mail. Nous chercherons une solution avec vous.',
        ],
        'Cordialement,',
      ),
    },
  },
  {
    key: 'laatste-herinnering-mail',
    kind: 'email',
    options: { tracking: true },
    texts: {
      nl: mail(
        {
          subject: 'Laatste herinnering: factuur {{factuurnummer}}',
          preheader: 'Kunt u niet alles in één keer betalen? Wij maken een afspraak.',
        },
        'Beste {{naam}},',
        [
          'Wij schreven en belden u eerder over een factuur van {{opdrachtgever}}. Deze is nog niet betaald.',
          'Het gaat om factuur {{factuurnummer}}; er staat {{bedrag}} open.',
          'U betaalt met deze link:',
        ],
        'Nu betalen',
        ['Kunt u niet alles in één keer betalen? Antwoord op deze mail. Wij spreken dan een regeling met u af die u kunt nakomen.'],
        'Met vriendelijke groet,',
      ),
      eng: mail(
        {
          subject: 'Final reminder: invoice {{factuurnummer}}',
          preheader: 'Are you unable to pay all of it at once? We will agree on a plan.',
        },
        'Dear {{naam}},',
        [
          'We wrote to you and called you about an invoice from {{opdrachtgever}}. It has not been paid yet.',
          'It concerns invoice {{factuurnummer}}; {{bedrag}} is outstanding.',
          'You can pay with this link:',
        ],
        'Pay now',
        ['Are you unable to pay all of it at once? Reply to this e-mail. We will agree on a plan that you can keep.'],
        'Kind regards,',
      ),
      fr: mail(
        {
          subject: 'Dernier rappel : facture {{factuurnummer}}',
          preheader: 'Vous ne pouvez pas tout payer en une fois ? Convenons d’un plan.',
        },
        'Bonjour {{naam}},',
        [
          'Nous vous avons écrit et appelé au sujet d’une facture de {{opdrachtgever}}. Elle n’est pas encore payée.',
          'Il s’agit de la facture {{factuurnummer}} ; {{bedrag}} restent dus.',
          'Vous pouvez payer avec ce lien :',
        ],
        'Payer maintenant',
        ['Vous ne pouvez pas tout payer en une fois ? Répondez à cet e-mail. Nous conviendrons d’un plan que vous pourrez tenir.'],
        'Cordialement,',
      ),
    },
  },
  {
    key: 'herinnering-sms',
    kind: 'sms',
    texts: {
      nl: {
        subject: '',
        text: '{{opdrachtgever}}: factuur {{factuurnummer}} van {{bedrag}} is nog niet betaald. Betaal hier: {{betaallink}}',
      },
      eng: {
        subject: '',
        text: '{{opdrachtgever}}: invoice {{factuurnummer}} for {{bedrag}} has not been paid yet. Pay here: {{betaallink}}',
      },
      fr: {
        subject: '',
        text: "{{opdrachtgever}} : la facture {{factuurnummer}} de {{bedrag}} n'est pas encore payée. Payez ici : {{betaallink}}",
      },
    },
  },
  // What a link sent by hand says: no reminder, for who asked for it a moment ago.
  {
    key: 'betaallink-mail',
    kind: 'email',
    texts: {
      nl: mail(
        { subject: 'Uw betaallink voor factuur {{factuurnummer}}', preheader: 'U betaalt {{bedrag}} met één klik.' },
        'Beste {{naam}},',
        ['Hierbij de betaallink voor factuur {{factuurnummer}} van {{opdrachtgever}}. Er staat {{bedrag}} open.'],
        'Nu betalen',
        ['Klopt er iets niet? Dat kunt u op de betaalpagina aangeven, of antwoord op deze mail.'],
        'Met vriendelijke groet,',
      ),
      eng: mail(
        { subject: 'Your payment link for invoice {{factuurnummer}}', preheader: 'You pay {{bedrag}} with one click.' },
        'Dear {{naam}},',
        ['Here is the payment link for invoice {{factuurnummer}} from {{opdrachtgever}}. {{bedrag}} is outstanding.'],
        'Pay now',
        ['Is something not right? You can say so on the payment page, or reply to this e-mail.'],
        'Kind regards,',
      ),
      fr: mail(
        { subject: 'Votre lien de paiement pour la facture {{factuurnummer}}', preheader: 'Vous payez {{bedrag}} en un clic.' },
        'Bonjour {{naam}},',
        ['Voici le lien de paiement pour la facture {{factuurnummer}} de {{opdrachtgever}}. Le montant restant dû est de {{bedrag}}.'],
        'Payer maintenant',
        ['Quelque chose n’est pas correct ? Vous pouvez l’indiquer sur la page de paiement, ou répondre à cet e-mail.'],
        'Cordialement,',
      ),
    },
  },
  {
    key: 'betaallink-sms',
    kind: 'sms',
    texts: {
      nl: { subject: '', text: '{{opdrachtgever}}: uw betaallink voor factuur {{factuurnummer}} ({{bedrag}}): {{betaallink}}' },
      eng: { subject: '', text: '{{opdrachtgever}}: your payment link for invoice {{factuurnummer}} ({{bedrag}}): {{betaallink}}' },
      fr: {
        subject: '',
        text: '{{opdrachtgever}} : votre lien de paiement pour la facture {{factuurnummer}} ({{bedrag}}) : {{betaallink}}',
      },
    },
  },
  // Nothing of a case: these answer a visitor of the chat too, whoever they are.
  {
    key: 'ontvangen-sms',
    kind: 'sms',
    texts: {
      nl: { subject: '', text: 'Dank voor uw bericht. Wij zoeken het uit en antwoorden u zo snel mogelijk. {{opdrachtgever}}' },
      eng: {
        subject: '',
        text: 'Thank you for your message. We are looking into it and will answer you as soon as we can. {{opdrachtgever}}',
      },
      fr: { subject: '', text: 'Merci pour votre message. Nous regardons et vous répondons au plus vite. {{opdrachtgever}}' },
    },
  },
  {
    key: 'dossiernummer-sms',
    kind: 'sms',
    texts: {
      nl: {
        subject: '',
        text: 'Wilt u ons uw dossiernummer sturen? Het staat in onze mail of brief. Zo zien wij om welke factuur het gaat.',
      },
      eng: {
        subject: '',
        text: 'Could you send us your case number? It is in our e-mail or letter. Then we know which invoice it is about.',
      },
      fr: { subject: '', text: 'Pouvez-vous nous envoyer votre numéro de dossier ? Il figure dans notre e-mail ou courrier.' },
    },
  },
  {
    key: 'herinnering-whatsapp',
    kind: 'whatsapp',
    texts: demoApproved('betaalherinnering', {
      ...{ header: ['factuurnummer'], body: ['naam', 'opdrachtgever', 'bedrag'], buttons: ['betaallink', ''] },
    }),
  },
  {
    key: 'keuze-whatsapp',
    kind: 'whatsapp',
    texts: {
      nl: {
        subject: '',
        text: 'Dank voor uw bericht, {{naam}}. Hoe wilt u verder met factuur {{factuurnummer}} van {{bedrag}}?',
        choices: { kind: 'buttons', buttons: ['Ik betaal vandaag', 'Bel mij terug', 'Stuur mij een e-mail'] },
      },
      eng: {
        subject: '',
        text: 'Thank you for your message, {{naam}}. How would you like to go on with invoice {{factuurnummer}} for {{bedrag}}?',
        choices: { kind: 'buttons', buttons: ['I will pay today', 'Call me back', 'Send me an e-mail'] },
      },
      fr: {
        subject: '',
        text: 'Merci pour votre message, {{naam}}. Comment souhaitez-vous régler la facture {{factuurnummer}} de {{bedrag}} ?',
        choices: { kind: 'buttons', buttons: ['Je paie aujourd’hui', 'Rappelez-moi', 'Envoyez un e-mail'] },
      },
    },
  },
  {
    key: 'betaallink-whatsapp',
    kind: 'whatsapp',
    texts: demoApproved('betaallink', { header: [], body: ['naam', 'opdrachtgever'], buttons: ['betaallink'] }),
  },
  // On paper, without a link: who reads it pays by transfer or calls.
  {
    key: 'herinnering-brief',
    kind: 'email',
    options: { byPost: true },
    texts: {
      nl: mail(
        { subject: 'Herinnering: factuur {{factuurnummer}}', preheader: 'Er staat nog {{bedrag}} open.' },
        'Beste {{naam}},',
        [
          'U hebt een factuur van {{opdrachtgever}} nog niet betaald. Het gaat om factuur {{factuurnummer}}; er staat {{bedrag}} open.',
          'Wilt u dit bedrag binnen veertien dagen na ontvangst van deze brief betalen? Vermeld daarbij dossier {{dossiernummer}}.',
          'Kunt u niet alles in één keer betalen, of klopt er iets niet? Neem dan contact met ons op. Wij maken graag een afspraak.',
        ],
        null,
        [],
        'Met vriendelijke groet,',
      ),
      eng: mail(
        { subject: 'Reminder: invoice {{factuurnummer}}', preheader: '{{bedrag}} is still outstanding.' },
        'Dear {{naam}},',
        [
          'You have not yet paid an invoice from {{opdrachtgever}}. It is invoice {{factuurnummer}}; {{bedrag}} is outstanding.',
          'Please pay this amount within fourteen days of receiving this letter, and mention case {{dossiernummer}}.',
          'Can you not pay everything at once, or is something wrong? Please contact us. We will gladly make an arrangement.',
        ],
        null,
        [],
        'Kind regards,',
      ),
      fr: mail(
        { subject: 'Rappel : facture {{factuurnummer}}', preheader: '{{bedrag}} restent à payer.' },
        'Bonjour {{naam}},',
        [
          'Vous n’avez pas encore payé une facture de {{opdrachtgever}}. Il s’agit de la facture {{factuurnummer}} ; il reste {{bedrag}} à payer.',
          'Merci de payer ce montant dans les quatorze jours après réception de cette lettre, en mentionnant le dossier {{dossiernummer}}.',
          'Vous ne pouvez pas tout payer en une fois, ou quelque chose est inexact ? Contactez-nous : nous trouverons un arrangement.',
        ],
        null,
        [],
        'Cordialement,',
      ),
    },
  },
  // Neutral on purpose: a housemate may answer, so the debt is not named (product.md §3.13).
  {
    key: 'herinnering-gesprek',
    kind: 'call',
    texts: {
      nl: {
        subject: '',
        text: 'Goedendag, u spreekt met {{opdrachtgever}}. Wij willen u spreken over dossier {{dossiernummer}}. Bel ons terug wanneer het u schikt.',
      },
      eng: {
        subject: '',
        text: 'Hello, this is {{opdrachtgever}}. We would like to speak with you about case {{dossiernummer}}. Please call us back when it suits you.',
      },
      fr: {
        subject: '',
        text: 'Bonjour, ici {{opdrachtgever}}. Nous souhaitons vous parler du dossier {{dossiernummer}}. Rappelez-nous quand cela vous convient.',
      },
    },
  },
  {
    key: 'keuze-gesprek',
    kind: 'call',
    texts: {
      nl: {
        subject: '',
        text: 'Goedendag, u spreekt met {{opdrachtgever}}, over dossier {{dossiernummer}}. Wij willen weten of wij u zelf spreken.',
      },
      eng: {
        subject: '',
        text: 'Hello, this is {{opdrachtgever}}, about case {{dossiernummer}}. We would like to be sure that we speak with you.',
      },
      fr: {
        subject: '',
        text: 'Bonjour, ici {{opdrachtgever}}, au sujet du dossier {{dossiernummer}}. Nous voulons être sûrs de vous parler en personne.',
      },
    },
  },
  {
    key: 'vordering-gesprek',
    kind: 'call',
    texts: {
      nl: {
        subject: '',
        text: 'Dank u wel. Er staat nog {{bedrag}} open. Toets 1 voor een betaallink per sms, 2 voor een medewerker, 3 voor de manieren van betalen. Bent u iemand anders, toets dan 9. Toets een sterretje om dit nog eens te horen.',
      },
      eng: {
        subject: '',
        text: 'Thank you. {{bedrag}} is still open. Press 1 for a payment link by text message, 2 for an agent, 3 for the ways to pay. If you are somebody else, press 9. Press star to hear this again.',
      },
      fr: {
        subject: '',
        text: 'Merci. Il reste {{bedrag}} à payer. Composez le 1 pour un lien de paiement par SMS, le 2 pour un agent, le 3 pour les moyens de paiement. Si vous êtes une autre personne, composez le 9. Étoile pour réécouter.',
      },
    },
  },
  {
    key: 'betaalwijzen-gesprek',
    kind: 'call',
    texts: {
      nl: {
        subject: '',
        text: 'U betaalt met de betaallink, per overschrijving, of in termijnen. Toets 1 voor de betaallink, of 2 voor een medewerker.',
      },
      eng: {
        subject: '',
        text: 'You can pay by the payment link, by bank transfer, or in instalments. Press 1 for the payment link, or 2 for an agent.',
      },
      fr: {
        subject: '',
        text: 'Vous pouvez payer par le lien de paiement, par virement ou en plusieurs fois. Composez le 1 pour le lien, ou le 2 pour un agent.',
      },
    },
  },
  {
    key: 'herinnering-voicemail',
    kind: 'call',
    texts: {
      nl: {
        subject: '',
        text: 'Dit is een bericht van {{opdrachtgever}}. Wilt u ons terugbellen over dossier {{dossiernummer}}? Dat kan op werkdagen van 09:00 tot 17:00 uur.',
      },
      eng: {
        subject: '',
        text: 'This is a message from {{opdrachtgever}}. Please call us back about case {{dossiernummer}}, on working days from 09:00 to 17:00.',
      },
      fr: {
        subject: '',
        text: 'Ceci est un message de {{opdrachtgever}}. Merci de nous rappeler au sujet du dossier {{dossiernummer}}, les jours ouvrables de 09:00 à 17:00.',
      },
    },
  },
]
