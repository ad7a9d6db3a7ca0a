import type { LocalText } from '@regie/contract/locale.ts'

/** What the holidays of holidays.ts are called. */
export const holidayNames: Record<string, LocalText> = {
  newYear: { nl: 'Nieuwjaarsdag', eng: 'New Year’s Day', fr: 'Jour de l’An' },
  goodFriday: { nl: 'Goede Vrijdag', eng: 'Good Friday', fr: 'Vendredi saint' },
  easterMonday: { nl: 'Tweede paasdag', eng: 'Easter Monday', fr: 'Lundi de Pâques' },
  kingsDay: { nl: 'Koningsdag', eng: 'King’s Day', fr: 'Fête du Roi' },
  liberationDay: { nl: 'Bevrijdingsdag', eng: 'Liberation Day', fr: 'Fête de la Libération' },
  ascensionDay: { nl: 'Hemelvaartsdag', eng: 'Ascension Day', fr: 'Ascension' },
  whitMonday: { nl: 'Tweede pinksterdag', eng: 'Whit Monday', fr: 'Lundi de Pentecôte' },
  christmasDay: { nl: 'Eerste kerstdag', eng: 'Christmas Day', fr: 'Noël' },
  boxingDay: { nl: 'Tweede kerstdag', eng: 'Boxing Day', fr: 'Lendemain de Noël' },
  decreed: { nl: 'Gelijkgestelde dag', eng: 'Day put on a par with a holiday', fr: 'Jour assimilé à un jour férié' },
}
