/** The words by which somebody asks to get no more messages, in capitals and without accents. */
export const stopWords: ReadonlySet<string> = new Set(['STOP', 'STOPPEN', 'AFMELDEN', 'ARRET'])
