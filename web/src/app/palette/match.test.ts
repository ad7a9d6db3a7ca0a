import { expect, test } from 'vitest'
import { bestMatches } from './match.ts'

const list = ['Rechtengroepen', 'Batches', 'Nieuwe batch', 'Zoë Peters', 'Aanbieders']
const found = (words: string) => bestMatches(list, words, (text) => text)

test('what begins with the words comes before what only holds them', () => expect(found('batch')).toEqual(['Batches', 'Nieuwe batch']))
test('accents and the order of words do not matter', () => expect(found('peters zoe')).toEqual(['Zoë Peters']))
test('no words find everything, in its own order', () => expect(found(' ')).toEqual(list))
test('a word that stands nowhere finds nothing', () => expect(found('batch peters')).toEqual([]))
