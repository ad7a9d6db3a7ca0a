import { noTexts } from '@regie/contract/teams.ts'
import { randomBytes } from 'node:crypto'
import { allEndpoints } from '@regie/contract/all-endpoints.ts'
import type { Endpoint } from '@regie/contract/endpoint.ts'
import { ownCustomerRight, Right } from '@regie/contract/right-codes.ts'
import { usualPeriods } from '../modules/retention/periods.ts'
import { usualRules } from '@regie/contract/self-service.ts'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { insertTemplate } from '../../test/insert-template.ts'
import type { BuiltCase, Staff } from '../../test/builders.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { pngOf } from '../../test/pictures.ts'
import { defaultFields } from '../modules/fields/default-fields.ts'

// Every endpoint of the contract is walked here: a new one is in the walk by being in the contract.
const endpoints = Object.entries(allEndpoints)
const everyRight = Object.values(Right)
const isStaffOnly = ([, endpoint]: [string, Endpoint]) => endpoint.access !== 'public'

const contact = { initials: 'A.', firstName: 'Ada', middleName: '', lastName: 'Jansen', email: 'ada@example.nl', phone: '', mobile: '' }
const wholeContact = { ...contact, salutation: 'geen', department: '', jobTitle: '', locale: 'nl', notes: '', active: true }
const rules = { rules: [{ field: 'openstaand', op: 'gt', value: '10' }], combine: 'and' }
const names = { nl: 'Naam', eng: 'Name', fr: 'Nom' }
const newProvider = { name: 'Bellen', settings: { kind: 'simulated' }, isOff: false, isDefault: false }
// A day of its own for each walk, so that what one saves no other has removed.
const dayOfIts = (id: number) => new Date(Date.UTC(2030, 0, 1 + id)).toISOString().slice(0, 10)
const simulation = { from: '2026-06-03T08:00:00Z', days: 1, answers: { calls: ['mens'], paysOnDay: null } }

const templateParts = { name: 'Nieuw sjabloon', description: '', group: '' }
const templateContent = { written: { nl: { subject: '', text: 'Beste {{naam}}', blocks: [] } }, options: {} }
const deliveryParts = {
  ...{ name: 'Nacht', kind: 'sftp', host: 'sftp.example.nl', port: 22, username: 'regie', signIn: 'password', folder: '' },
  ...{ pattern: '*.csv', everyMinutes: 15, batchName: '{bestand}', startLater: false, contactIDs: [], isOn: false },
}
const queueParts = {
  name: 'Vragen',
  number: '',
  priority: 5,
  targetSeconds: 20,
  targetPercent: 80,
  ...{ limitSeconds: 60, limitPercent: 70, waitingWarn: 5, waitingLimit: 10, alertMinutes: 5 },
  memberIDs: [],
  scriptIDs: [],
  ringSeconds: 20,
  ...{ callerIDs: [], opening: [], texts: noTexts },
}
// So that what one walk adds no other has added.
let walks = 0
const viewParts = { name: 'Lopend', shared: false, filters: { status: 'open' }, columns: [] }

/** Bodies that pass the contract, so that it is not the body that is refused. */
const bodies: Record<string, (ids: Ids) => object> = {
  'login.logIn': () => ({ username: 'niemand', password: 'fout' }),
  'login.changeLocale': () => ({ locale: 'nl' }),
  'login.reset': () => ({ username: 'niemand', locale: 'nl' }),
  'login.replacePassword': () => ({ oldPassword: 'fout', newPassword: 'Marmelade-pot 7' }),
  'login.changePassword': () => ({ token: 'geen', newPassword: 'Marmelade-pot 7' }),
  'account.changeContact': () => ({ contact, version: 1 }),
  'contacts.add': ({ customerID }) => ({ customerID, contact: wholeContact }),
  'contacts.subscribe': ({ customerID }) => ({
    ...{ customerID, subscription: { key: 'batch_failed', enabled: true, frequency: 'direct', time: '07:30', scriptIDs: null } },
  }),
  'contacts.setActive': ({ customerID, contactID }) => ({ customerID, contactIDs: [contactID], active: false }),
  'contacts.merge': ({ customerID, contactID, otherContactID }) => ({ customerID, keepID: contactID, dropID: otherContactID }),
  'contactLists.add': ({ customerID, contactID }) => ({
    customerID,
    list: { name: `Lijst ${contactID + walks++}`, description: '' },
    memberIDs: [contactID],
  }),
  'contactLists.change': ({ customerID }) => ({ customerID, list: { name: 'Directie', description: 'Maandag' }, version: 1 }),
  'contactLists.addMembers': ({ customerID, contactID }) => ({ customerID, contactIDs: [contactID] }),
  'contactLists.removeMembers': ({ customerID, contactID }) => ({ customerID, contactIDs: [contactID] }),
  'contacts.change': ({ customerID }) => ({ customerID, contact: wholeContact, version: 1 }),
  'storedFiles.make': ({ batchID }) => ({ format: 'csv', wish: { kind: 'batch', batchIDs: [batchID], locale: 'nl' } }),
  'fileUploads.begin': ({ customerID, scriptID }) => ({ customerID, scriptID, fileName: 'a.csv', bytes: 3 }),
  'account.resetApiKey': () => ({ password: 'fout' }),
  'audit.changeRetention': () => ({ months: 36 }),
  'login.changeSettings': () => ({ settings: {} }),
  'twoFactor.startApp': () => ({ password: 'fout' }),
  'twoFactor.startSent': () => ({ password: 'fout' }),
  'twoFactor.confirm': () => ({ token: '123456' }),
  'twoFactor.remove': () => ({ type: 'app', password: 'fout', token: '123456' }),
  'twoFactor.renewRecoveryCodes': () => ({ password: 'fout', token: '123456' }),
  'twoFactor.giveCode': () => ({ token: '123456' }),
  'twoFactor.startPasskey': () => ({ password: 'fout' }),
  'twoFactor.addPasskey': () => ({ name: 'Sleutel', passkey: {} }),
  'organisation.change': () => ({ enforceTwoFactor: false, passwordExpiryDays: null, localPasswords: true, sso: null, version: 1 }),
  'scripts.create': ({ customerID }) => ({ customerID, name: 'Nieuw script', copyOf: null }),
  'scripts.change': () => ({
    ...{
      name: 'Script',
      active: true,
      maxLines: 10,
      maxTransfers: 5,
      dialing: 'lines',
      callerID: '',
      voice: '',
      language: 'nl',
      voicemailDetection: true,
    },
    ...{ callProvider: null, emailProvider: null, smsProvider: null, smsPerHour: 100, alwaysOpen: false, version: 1 },
  }),
  'variables.save': () => ({ version: 1, variables: [{ key: 'drukte', value: '', standardValue: '', resetDaily: false }] }),
  'filters.add': () => ({ name: 'Filter', ...rules, active: true }),
  'filters.change': () => ({ name: 'Filter', ...rules, active: true, version: 1 }),
  'fields.saveMapping': () => ({ version: 1, rows: [{ column: 'Saldo', target: 'openstaand' }] }),
  'fields.save': () => ({ version: 1, fields: defaultFields }),
  'fields.example': () => ({ locale: 'nl' }),
  'speech.speak': ({ customerID }) => ({ customerID, text: 'Goedemorgen', voice: 'Fleur' }),
  'templates.create': ({ customerID }) => ({ customerID, kind: 'sms', section: false, copyOf: null, ...templateParts }),
  'whatsapp.sync': ({ customerID }) => ({ customerID }),
  'whatsappWeb.pair': ({ customerID }) => ({ customerID }),
  'whatsappWeb.scan': ({ customerID }) => ({ customerID }),
  'templates.change': () => ({ ...templateParts, version: 1 }),
  'templates.saveDraft': () => ({ ...templateContent, version: 1, liveNo: 1 }),
  'templates.restore': () => ({ version: 1, liveNo: 1 }),
  'templates.lint': () => ({ ...templateContent, locale: 'nl' }),
  'templates.test': () => ({ ...templateContent, locale: 'nl' }),
  'templates.activate': () => ({ version: 1, note: '', parents: false }),
  'templates.archive': () => ({ archived: true, version: 1 }),
  'templates.preview': ({ customerID }) => ({ customerID, kind: 'sms', locale: 'nl', ...templateContent }),
  'templates.casePreview': ({ customerID }) => ({ customerID, kind: 'sms', locale: 'nl', ...templateContent }),
  'flow.saveDraft': () => ({ steps: [{ kind: 'finish', key: 'end', settings: { result: 'RET' } }], version: 0 }),
  'flow.activate': () => ({ version: 1, note: '' }),
  'flow.rollBack': () => ({ note: '', despiteChecks: true }),
  'guide.create': ({ customerID }) => ({ customerID, name: 'Incassogesprek' }),
  'guide.change': () => ({ name: 'Incassogesprek', isDefault: true, scriptIDs: [], queueIDs: [], version: 1 }),
  'guide.saveDraft': () => ({ pieces: [{ kind: 'end', key: 'einde', text: '', work: 'callback' }], version: 0 }),
  'guide.publish': () => ({ version: 1, note: '' }),
  'guide.restore': () => ({ note: '' }),
  'callGuide.answer': () => ({ versionID: 1, turn: 0, piece: 'opening', answer: 'a' }),
  'callGuide.back': () => ({ turn: 1 }),
  'callGuide.leave': () => ({ versionID: 1, turn: 0, isLeft: true }),
  'callGuide.finish': () => ({ turn: 1 }),
  'timeMachine.simulate': ({ caseID }) => ({ ...simulation, caseID }),
  'timeMachine.addCheck': ({ caseID }) => ({ ...simulation, caseID, name: 'Controle' }),
  'times.save': () => ({ version: 1, alwaysOpen: false, timeWindows: [], extra: [] }),
  'times.impact': () => ({ version: 1, alwaysOpen: false, timeWindows: [], extra: [] }),
  'times.saveHolidays': ({ customerID }) => ({ customerID, year: 2027, days: [], confirm: true }),
  'compliance.change': () => ({
    profile: 'intern_demo',
    caps: { answeredPerDay: null, callsPerDay: 3, callsPerWeek: null, writtenPerWeek: null, contactsPerLifetime: null },
    quietDaysAfterStaff: 1,
    reason: 'Afspraak',
    version: 1,
  }),
  'selfService.change': () => ({ ...usualRules, version: 1 }),
  'retention.forecast': () => ({ periods: usualPeriods }),
  'retention.change': () => ({ periods: usualPeriods, version: 1 }),
  'privacy.add': ({ customerID, caseID }) => ({
    ...{ customerID, kind: 'access', receivedOn: '2026-06-01', identifiedBy: 'document', caseIDs: [caseID] },
  }),
  'privacy.extend': () => ({ reason: 'Veel dossiers', version: 1 }),
  'privacy.erase': () => ({ anonymous: 0, emptied: 0, version: 1 }),
  'privacy.finish': () => ({ version: 1 }),
  'privacy.refuse': () => ({ reason: 'Niet van deze persoon', version: 1 }),
  'letterheads.change': () => ({ address: 'Kade 1', phone: '', email: '', chamberNumber: '', iban: '', version: 1 }),
  'statutoryRates.save': ({ caseID }) => ({ kind: 'consumer', validFrom: dayOfIts(caseID), hundredths: 600 }),
  'statutoryRates.remove': ({ caseID }) => ({ kind: 'consumer', validFrom: dayOfIts(caseID) }),
  'debtLaw.interrupt': () => ({ on: '2026-06-01', how: 'letter', note: 'Aangetekend' }),
  'debtLaw.saveDebtHelp': () => ({
    ...{ version: 1, kind: 'BEW', organisation: 'Bewind BV', reference: 'B-1' },
    ...{ beganOn: '2026-06-01', endsOn: null },
  }),
  'debtLaw.endDebtHelp': () => ({ version: 1, endedOn: '2026-06-02' }),
  'debtLaw.withdrawInterruption': () => ({ reason: 'Vergissing' }),
  'providers.create': ({ customerID }) => ({ customerID, channel: 'sms', ...newProvider }),
  'providers.connected': () => ({ state: 'onbekend', code: 'onbekend' }),
  'providers.change': () => ({ ...newProvider, version: 1 }),
  'batches.pause': () => ({ until: null }),
  'batches.resume': () => ({ includePaused: false }),
  'batches.close': () => ({ resultCode: 'BSL' }),
  'batches.reopen': () => ({ includePaused: false }),
  'batches.change': () => ({ version: 1, comments: 'Let op' }),
  'savedViews.add': ({ customerID }) => ({ customerID, list: 'batches', ...viewParts }),
  'savedViews.change': () => ({ ...viewParts, version: 1 }),
  'batches.lock': () => ({ locked: true, reason: 'Overleg' }),
  'batches.trial': () => ({ trial: null }),
  'cases.create': ({ customerID, scriptID, caseID }) => ({
    customerID,
    scriptID,
    batchID: null,
    fields: { dossiernummer: `N${caseID}`, achternaam: 'Jansen', openstaand: '10.00', email: 'jan@example.nl' },
  }),
  'cases.change': () => ({ version: 1 }),
  'cases.setResult': () => ({ version: 1, resultCode: 'INF' }),
  'cases.close': () => ({ version: 1, resultCode: 'RET' }),
  'cases.reopen': () => ({ version: 1, restart: false }),
  'cases.pause': () => ({ version: 1, until: null }),
  'cases.link': () => ({ version: 1, linkedCaseID: null }),
  'statements.book': ({ caseID }) => ({ caseID }),
  'statements.ignore': () => ({ reason: 'Huur' }),
  'blacklist.remove': () => ({ reason: 'Vergissing' }),
  ...Object.fromEntries(
    ['askRetry', 'retryMany', 'askList'].map((name) => [
      `failures.${name}`,
      ({ customerID, communicationID }: Ids) => ({ customerID, communicationIDs: [communicationID] }),
    ]),
  ),
  'failures.listMany': ({ customerID, communicationID }) => ({ customerID, communicationIDs: [communicationID], retention: '1y' }),
  'failures.settle': ({ customerID }) => ({ customerID, channel: 'email', provider: 'smtp', code: '5.9.9', cause: null, note: '' }),
  'blacklist.takeOff': () => ({ reason: 'Vergissing' }),
  'blacklist.add': ({ customerID }) => ({
    ...{ customerID, value: '+31612345678', note: '', reason: 'request', retention: '1y', scope: 'customer', scriptID: null },
  }),
  'manualMessages.send': () => ({ channel: 'email', template: 'mail', key: '6f1c2a52-5a53-4c11-8d30-0d4f5a7e9b11' }),
  'nextCase.take': ({ customerID }) => ({ customerID }),
  'nextCase.skip': () => ({ reason: 'known' }),
  'arrangements.addNote': () => ({ text: 'Belt vrijdag' }),
  'arrangements.addCallback': () => ({ at: '2026-06-04T09:00:00Z', forUserID: null, note: '' }),
  'arrangements.changeCallback': () => ({ version: 1, note: 'Later' }),
  'arrangements.addPromise': () => ({ kind: 'promise', parts: [{ due: '2026-06-10', amountCents: 100 }] }),
  'arrangements.addComplaint': () => ({ kind: 'complaint', text: 'Te vaak gebeld' }),
  'arrangements.changeComplaint': () => ({ state: 'confirmed', outcome: '' }),
  'payments.book': () => ({ version: 1, amountCents: 100, paidOn: '2026-06-01', method: 'bank', note: '', close: false }),
  'payments.withdraw': () => ({ reason: 'Vergissing' }),
  'payments.markLink': () => ({ reason: 'Contant betaald' }),
  'payments.unmarkLink': () => ({ reason: 'Vergissing' }),
  'payments.sendLink': () => ({
    channel: 'email',
    amountCents: 100,
    openCents: 100,
    lastDay: '2026-12-01',
    key: '00000000-0000-4000-8000-000000000001',
  }),
  'paymentRequests.create': () => ({
    ...{ kind: 'acceptemail', templateID: 1, amountCents: 100, dueOn: '2026-12-01', key: '00000000-0000-4000-8000-000000000003' },
  }),
  'paymentRequests.send': () => ({ key: '00000000-0000-4000-8000-000000000004' }),
  'messages.check': ({ customerID, templateID }) => ({ channel: 'sms', filter: {}, customerID, templateID }),
  'messages.preview': ({ customerID, templateID, caseID }) => ({ channel: 'sms', caseID, customerID, templateID }),
  'messages.send': ({ customerID, templateID }) => ({ filter: {}, customerID, templateID }),
  'bulk.cases': ({ customerID }) => ({ customerID, filter: { caseIDs: [9_000_000] }, action: { kind: 'resume' } }),
  'bulk.batches': ({ customerID }) => ({ customerID, filter: { batchIDs: [9_000_000] }, action: { kind: 'priority', priority: 5 } }),
  'bulk.count': ({ customerID }) => ({ customerID, filter: {} }),
  'handOvers.question': ({ customerID, caseID }) => ({ customerID, filter: { caseIDs: [caseID] } }),
  'handOvers.start': ({ customerID }) => ({
    ...{ customerID, filter: { caseIDs: [9_000_000] }, kind: 'bailiff', name: 'Jansen', on: '2026-06-01', locale: 'nl' },
  }),
  'handOvers.takeBack': ({ caseID }) => ({ caseIDs: [caseID], reason: 'Betaalt toch' }),
  'bulk.reopenQuestion': ({ customerID }) => ({ customerID, filter: {} }),
  'files.changeMapping': () => ({
    columns: [],
    constants: [],
    duplicates: { by: 'number', scope: 'customer', action: 'skip' },
    dateOrder: null,
    decimalMark: null,
  }),
  'files.repair': () => ({ rows: [{ row: 2, cells: [{ index: 0, value: 'A-1' }] }] }),
  'files.confirm': () => ({ name: 'Batch', startLater: false }),
  'users.create': ({ customerID, groupID }) => ({ username: `collega${groupID}`, contact, customerID, groupIDs: [groupID], locale: 'nl' }),
  'users.change': () => ({ contact, version: 1 }),
  'users.invite': () => ({ locale: 'nl' }),
  'users.sendReset': () => ({ locale: 'nl' }),
  'users.addGroups': ({ groupID }) => ({ groupIDs: [groupID] }),
  'users.removeGroups': ({ groupID }) => ({ groupIDs: [groupID] }),
  'rights.addGroup': ({ customerID, groupID }) => ({ name: 'Nieuwe groep', customerID, copyOf: groupID }),
  'rights.changeGroup': () => ({ name: 'Andere naam', description: '', version: 1 }),
  'rights.addMembers': ({ userID }) => ({ members: [userID] }),
  'rights.removeMembers': ({ userID }) => ({ members: [userID] }),
  'rights.addType': () => ({ prefix: 9, name: names }),
  'rights.changeType': () => ({ name: names, description: '' }),
  'rights.addObjectKind': ({ typeID }) => ({ typeId: typeID, ref: '01', name: names }),
  'rights.changeObject': () => ({ name: names }),
  'sms.pause': ({ customerID, scriptID }) => ({ customerID, scriptID, state: 'open', until: null }),
  'sms.amount': ({ customerID, scriptID }) => ({ customerID, scriptID, perHour: 100 }),
  'maintenance.change': () => ({ on: false, message: '', until: null }),
  ...Object.fromEntries(
    ['csv', 'excel', 'batchOutput'].map((name) => [
      `reports.${name}`,
      ({ batchID }: Ids) => ({ kind: 'batch', batchIDs: [batchID], locale: 'nl' }),
    ]),
  ),
  'reports.scriptOutput': ({ scriptID }) => ({ kind: 'script', scriptID, locale: 'nl' }),
  'demos.start': () => ({ waitSecondsMax: 5 }),
  'desk.mute': () => ({ isMuted: true }),
  'desk.hold': () => ({ isHeld: true }),
  'desk.press': () => ({ digits: '1' }),
  'desk.transfer': () => ({ queueID: 1 }),
  'desk.tie': () => ({ caseID: 1 }),
  'desk.identify': () => ({ how: 'other' }),
  'desk.result': () => ({ resultCode: 'INF' }),
  'desk.note': () => ({ note: 'Belt terug' }),
  'agents.changeStatus': ({ customerID }) => ({ customerID, status: 'available' }),
  'agents.logOut': ({ customerID }) => ({ customerID }),
  'agents.stay': ({ customerID }) => ({ customerID }),
  'softphone.open': ({ customerID }) => ({ customerID }),
  'softphone.leave': ({ customerID }) => ({ customerID, no: 1 }),
  'machineKeys.change': () => ({ name: `Kassa ${walks++}`, rights: [101], addresses: [] }),
  'machineKeys.create': ({ customerID }) => ({ customerID, name: `Kassa ${walks++}`, rights: [101], days: 30, addresses: [] }),
  'fileDeliveries.create': ({ customerID, scriptID }) => ({ ...deliveryParts, customerID, scriptID }),
  'fileDeliveries.change': ({ scriptID }) => ({ ...deliveryParts, scriptID, version: 1 }),
  'fileDeliveries.test': () => ({}),
  'letters.preview': () => ({ template: 'brief' }),
  'letters.send': () => ({ key: '6f1c2a52-5a53-4c11-8d30-0d4f5a7e9b13', template: 'brief' }),
  'complianceFile.change': () => ({
    ...{ wkiNumber: '', renewBefore: null, vogMonths: null, refresherMonths: 12, warnDays: 60 },
    ...{ registrationWarnDays: 180, complaintDays: 28, version: 1 },
  }),
  'complianceFile.changeStaff': () => ({
    ...{ collects: true, vogOn: null, trainingLevel: null, trainedOn: null, refreshedOn: null, version: 1 },
  }),
  'printShops.change': () => ({
    ...{ isOn: false, kind: 'sftp', host: 'sftp.example.nl', port: 22, username: 'regie', signIn: 'password', folder: '' },
    ...{ letterCents: 105, version: 0 },
  }),
  'printShops.test': () => ({}),
  'outgoingWebhooks.create': ({ customerID }) => ({ customerID, name: 'Kassa', url: 'https://example.nl/in', types: ['case.closed'] }),
  'outgoingWebhooks.change': () => ({ name: 'Kassa', url: 'https://example.nl/in', types: ['case.closed'], isOn: true, version: 1 }),
  'teams.create': ({ customerID }) => ({ customerID, name: 'Avondteam', memberIDs: [] }),
  'teams.change': () => ({ name: 'Ochtendteam', memberIDs: [], version: 1 }),
  'queues.create': ({ customerID, teamID }) => ({ customerID, ...queueParts, teamID, name: 'Tweede' }),
  'queues.change': ({ teamID }) => ({ ...queueParts, teamID, version: 1 }),
  'chat.addChannel': ({ customerID }) => ({ customerID, name: 'Team', memberIDs: [staff.userId] }),
  'chat.openDirect': ({ customerID }) => ({ customerID, userID: staff.userId }),
  'chat.changeChannel': () => ({ name: 'Team', memberIDs: [staff.userId], version: 1 }),
  'chat.send': () => ({ text: 'Goedemorgen' }),
  'chat.edit': () => ({ text: 'Goedemorgen allemaal' }),
  'chat.read': () => ({ messageID: 1 }),
  'notifications.read': ({ customerID }) => ({ customerID, notificationID: 9_000_000, andOlder: false }),
  'inbox.untie': () => ({}),
  'caseReport.pdf': ({ caseID }) => ({ caseID, locale: 'nl' }),
  'evidence.make': ({ caseID }) => ({ caseID, locale: 'nl' }),
  'evidence.verify': () => ({ packID: '7d5f2c0a-6f1b-4d0e-9a52-0d1d2b6f3a11', manifestSha256: '0'.repeat(64) }),
  'inbox.answer': () => ({ key: '6f1c2a52-5a53-4c11-8d30-0d4f5a7e9b12', text: 'Goedemorgen' }),
  'forwards.changeAddresses': () => ({ addresses: ['jurist@kantoor.nl'], version: 0 }),
  'forwards.send': () => ({ key: '00000000-0000-4000-8000-000000000001', address: 'jurist@kantoor.nl' }),
  'webChat.change': () => ({
    ...{ isOn: true, sites: ['https://www.example.nl'], greeting: names, color: '#1477aa', version: 0 },
    hours: [{ weekdays: [1], start: '09:00', end: '17:00' }],
  }),
  'inbox.tie': ({ caseID }) => ({ caseID }),
  'inbox.change': () => ({ state: 'closed' }),
  'inbox.changeMany': ({ customerID }) => ({ customerID, state: 'open', conversations: [{ conversationID: 9_000_000 }] }),
  'inbox.assign': () => ({ userID: null }),
  'feedback.send': () => ({
    text: 'Goed zo',
    image: null,
    context: { route: '/', version: '1', screen: '1×1', browser: 'x', requestIDs: [] },
  }),
}
/** The fields beside a file. */
const uploads: Record<string, (ids: Ids) => Record<string, string | number>> = {
  'fileUploads.send': () => ({ offset: 0 }),
  'files.upload': ({ scriptID }) => ({ scriptID }),
  'caseDocuments.add': () => ({ kind: 'invoice' }),
  'blacklist.checkImport': () => ({ reason: 'request', retention: '1y' }),
  'blacklist.import': () => ({ reason: 'request', retention: '1y' }),
}
const queries: Record<string, object> = {
  'paymentReport.counter': { type: 'week' },
  'paymentReport.rows': { counted: 'links' },
  'paymentReport.file': { counted: 'received', locale: 'nl' },
  'worksReport.figures': { scriptID: 9_000_000, step: 'verdelen' },
  'complianceFile.file': { view: 'staff', locale: 'nl' },
  'worksReport.file': { scriptID: 9_000_000, step: 'verdelen', locale: 'nl' },
  'casesReport.file': { view: 'results', locale: 'nl' },
  'costReport.file': { locale: 'nl' },
  'callReport.file': { view: 'agents', locale: 'nl' },
  'mailReport.counter': { type: 'week' },
  'mailReport.groups': { by: 'templates' },
  'mailReport.file': { view: 'errors', locale: 'nl' },
  'mailReport.book': { view: 'buckets', locale: 'nl' },
  'whatsAppReport.counter': { type: 'week' },
  'whatsAppReport.groups': { by: 'templates' },
  'whatsAppReport.file': { view: 'errors', locale: 'nl' },
  'whatsAppReport.book': { view: 'buckets', locale: 'nl' },
  'wordcloud.messages': { word: 'betalen' },
  'failures.messages': { channel: 'email', cause: 'mailboxFull' },
  'arrangements.callbackMoment': { from: '2026-06-03T08:00:00Z' },
  'calls.lights': { cases: '1,2' },
  'speech.sound': { sound: 'a'.repeat(43) },
  'manualMessages.texts': { channel: 'email' },
  'templates.dropDraft': { version: '1' },
  'filters.count': { ...rules, rules: JSON.stringify(rules.rules) },
  'statements.entries': { state: 'open' },
  'storedFiles.list': { tab: 'batch' },
  'storedFiles.zip': { fileIDs: '[9000000]' },
  'cases.search': { q: 'jansen' },
  'chat.search': { q: 'jansen' },
  'inbox.search': { q: 'jansen' },
  'savedViews.list': { list: 'batches' },
  'reports.cases': { columns: 'caseNumber,name', locale: 'nl' },
  'reports.caseBook': { columns: 'caseNumber,name', locale: 'nl' },
  'home.cases': { figure: 'outstanding' },
  'cases.fieldsOfScript': { scriptID: 9_000_000 },
  'reports.batchMapping': { batchID: 9_000_000 },
  'reports.scriptMapping': { scriptID: 9_000_000 },
}

type Managed = { userID: number; sessionID: number; groupID: number; objectID: number; typeID: number; code: number }
type Ids = Managed & {
  customerID: number
  scriptID: number
  batchID: number
  bulkID: number
  handOverID: number
  orderID: number
  caseID: number
  communicationID: number
  /** Of a colleague. */
  callID: number
  importID: number
  /** Of an import. */
  fileID: number
  filterID: number
  providerID: number
  versionID: number
  checkID: number
  windowID: number
  /** Of the holidays: a year. */
  x: number
  callbackID: number
  promiseID: number
  complaintID: number
  interruptionID: number
  requestID: number
  blacklistID: number
  viewID: number
  contactID: number
  otherContactID: number
  listID: number
  templateID: number
  teamID: number
  queueID: number
  channelID: number
  messageID: number
  machineKeyID: number
  webhookID: number
  deliveryID: number
  letterID: number
  webhookMessageID: number
  revisionID: number
  paymentID: number
  paymentLinkID: number
  entryID: number
  conversationID: number
  attachmentID: number
  documentID: number
  /** Of the files of a mail: which one. */
  no: number
}

/**
 * What a handler asks beside the contract for the example above: the rows of a file that somebody else uploaded hold personal data,
 * and the question about a selection asks another right than the one about a batch.
 */
const asked: Record<string, number[]> = {
  // Nobody gives a key a right that they do not have.
  'machineKeys.create': [Right.viewBatches],
  'machineKeys.change': [Right.viewBatches],
  'manualMessages.send': [Right.sendEmail],
  ...Object.fromEntries(['check', 'preview', 'send', 'cancel'].map((name) => [`messages.${name}`, [Right.sendSms]])),
  'failures.retry': [Right.sendEmail, Right.sendSms],
  ...Object.fromEntries(['errors', 'refused', 'repair'].map((name) => [`files.${name}`, [Right.viewPersonalData]])),
  'bulk.reopenQuestion': [Right.closeCases],
  // Views of the list of batches ask the right to see that list; a colleague's, to share.
  'savedViews.list': [Right.viewBatches],
  'savedViews.add': [Right.viewBatches],
  'savedViews.change': [Right.viewBatches, Right.shareViews],
  'savedViews.remove': [Right.viewBatches, Right.shareViews],
  'payments.sendLink': [Right.sendEmail],
  // Of batches; those of a script ask the right to its report.
  'reports.csv': [Right.reportBatches],
  'reports.excel': [Right.reportBatches],
  'storedFiles.make': [Right.reportBatches],
  'storedFiles.download': [Right.downloadBatchFiles],
}

// Off, the calls of pairing would all be refused for that alone.
const env = { WHATSAPP_WEB: 'simulation' }
let app: TestApp
let own: Ids
let foreign: Ids
let staff: Staff
beforeAll(async () => {
  app = await openTestApp({ env })
  own = await buildOneOfEach()
  foreign = await buildOneOfEach()
  staff = await app.build.staff({ rights: everyRight, customers: [own.customerID] })
})
afterAll(() => app.close())

test('every endpoint that describes a body or asks for more than ids has an example in this walk', () => {
  const withBody = endpoints.filter(([, endpoint]) => endpoint.body && !endpoint.upload).map(([name]) => name)
  expect(withBody.filter((name) => !bodies[name])).toEqual([])
})

describe.each(endpoints)('%s', (name, endpoint) => {
  // A walk over users and groups leaves none of them as they were.
  beforeAll(async () => void (/^(users|rights)/.test(name) && Object.assign(own, await buildManaged(own.customerID))))

  test('is routed', () => {
    expect(app.app.hasRoute({ method: endpoint.method, url: `/api${endpoint.path}`.replace(/\/$/, '') })).toBe(true)
  })

  test.runIf(isStaffOnly([name, endpoint]))('asks who is calling', async () => {
    expect(await send(name, endpoint, own, null)).toMatchObject({ status: 401, body: { error: 'login.required' } })
  })

  const { access } = endpoint
  test.runIf(typeof access === 'object' && 'right' in access)(
    'is refused without its right, and with each of its rights is not',
    async () => {
      const wanted = [typeof access === 'object' && 'right' in access ? access.right : []].flat()
      const without = await app.build.staff({ rights: everyRight.filter((code) => !wanted.includes(code)), customers: [own.customerID] })
      expect(await send(name, endpoint, own, without)).toMatchObject({ status: 403, body: { error: 'error.rightMissing' } })
      const also = typeof access === 'object' && 'right' in access ? (access.also ?? []) : []
      for (const lacking of also) {
        const rights = everyRight.filter((code) => code !== lacking)
        const staff = await app.build.staff({ rights, customers: [own.customerID] })
        expect((await send(name, endpoint, own, staff)).status).toBe(403)
      }
      for (const code of wanted) {
        const holder = await app.build.staff({ rights: [...new Set([code, ...also, ...(asked[name] ?? [])])], customers: [own.customerID] })
        expect([401, 403]).not.toContain((await send(name, endpoint, own, holder)).status)
      }
    },
  )

  test.runIf(isStaffOnly([name, endpoint]) && hasIds(endpoint))(
    'does not know the rows of another customer, nor rows that are not there',
    async () => {
      const missing = Object.fromEntries(Object.keys(foreign).map((key) => [key, 9_000_000])) as Ids
      // Of files that are taken along one user has so many an hour.
      const asker = endpoint.budget === 'export' ? await app.build.staff({ rights: everyRight, customers: [own.customerID] }) : staff
      const [strange, gone] = [await send(name, endpoint, foreign, asker), await send(name, endpoint, missing, asker)]
      expect(strange.status).toBe(404)
      // Nothing tells "not yours" from "not there".
      expect({ ...strange.body, requestId: '' }).toEqual({ ...gone.body, requestId: '' })
    },
  )

  test.runIf(['POST', 'PUT', 'PATCH', 'DELETE'].includes(endpoint.method) && !endpoint.path.startsWith('/hooks/'))(
    'is refused to pages of others',
    async () => {
      for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { origin: '' }, { 'sec-fetch-site': 'cross-site' }]) {
        expect(await send(name, endpoint, own, staff, headers)).toMatchObject({ status: 403, body: { error: 'error.originRefused' } })
      }
    },
  )
})

test('a pair of one own and one foreign id is refused as well', async () => {
  const mixed = { ...own, batchID: foreign.batchID, communicationID: foreign.communicationID }
  const cases = allEndpoints['cases.list']
  const communication = allEndpoints['cases.communication']
  const report = allEndpoints['reports.csv']
  if (!cases || !communication || !report) throw new Error('the contract has changed')
  expect((await send('cases.list', cases, mixed, staff, {}, { batchID: mixed.batchID })).status).toBe(404)
  expect((await send('cases.communication', communication, mixed, staff)).status).toBe(404)
  // The walks before have used up what one user may export in an hour.
  const exporter = await app.build.staff({ rights: everyRight, customers: [own.customerID] })
  const both = await app.app.inject({
    method: 'POST',
    url: '/api/reports/csv',
    headers: { origin: app.origin, cookie: app.cookieOf(exporter) },
    payload: { kind: 'batch', batchIDs: [own.batchID, foreign.batchID], locale: 'nl' },
  })
  expect(both.statusCode).toBe(404)
})

test('an answer carries the headers of a page that trusts nobody, and is kept by no cache', async () => {
  const { headers } = await app.app.inject({ url: '/api/health' })
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  })
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers.server ?? headers['x-powered-by'] ?? headers['access-control-allow-origin']).toBeUndefined()
})

test('the description of the API is made from the contract', async () => {
  const { paths, openapi } = (await app.app.inject({ url: '/api/openapi.json' })).json<{ openapi: string; paths: Record<string, object> }>()
  expect(openapi).toBe('3.1.0')
  expect(Object.values(paths).flatMap((path) => Object.keys(path))).toHaveLength(endpoints.length)
})

test('bad input is refused with its field: unknown kinds, wrong types, bodies that are no JSON', async () => {
  const headers = { origin: app.origin, cookie: app.cookieOf(staff) }
  const ask = async (url: string) => (await app.app.inject({ url: `/api${url}`, headers })).json<object>()
  expect(await ask(`/batches?customerID=${own.customerID}&limit=1000`)).toMatchObject({ error: 'error.invalid', field: 'limit' })
  expect(await ask(`/batches?customerID=${own.customerID}&sort=drop`)).toMatchObject({ error: 'error.invalid', field: 'sort' })
  expect(await ask(`/batches?customerID=${own.customerID}&cursor=xxx`)).toMatchObject({ error: 'error.invalid', field: 'cursor' })
  expect(await ask(`/cases?customerID=${own.customerID}&customerID=${foreign.customerID}`)).toMatchObject({
    error: 'error.invalid',
    field: 'customerID',
  })
  const post = (payload: string, type: string) =>
    app.app.inject({ method: 'POST', url: `/api/batches/${own.batchID}/pause`, headers: { ...headers, 'content-type': type }, payload })
  expect((await post('{"until":', 'application/json')).json()).toMatchObject({ error: 'error.invalid' })
  expect((await post('{"until":null}', 'text/plain')).statusCode).toBe(415)
  expect((await post('{"until":null,"__proto__":{"a":1}}', 'application/json')).statusCode).toBe(400)
  expect((await post(JSON.stringify({ until: 'x'.repeat(2_000_000) }), 'application/json')).statusCode).toBe(413)
  expect((await app.app.inject({ url: '/api/batches/abc', headers })).statusCode).toBe(404)
})

describe('with the use-cases believing that everybody serves all customers', () => {
  let blind: TestApp
  let mine: Ids
  let theirs: Ids
  let asBefore: string
  let reader: PoolClient
  let everyRow: string
  beforeAll(async () => {
    blind = await openTestApp({ forgetsCustomers: true, env })
    // All rows of a customer are read after each endpoint: planning that takes ten times as long as reading them, and is done once.
    everyRow = await readEveryRow()
    reader = await blind.pool.connect()
    await reader.query('set plan_cache_mode = force_generic_plan')
    mine = await buildOneOfEach(blind)
    theirs = await buildOneOfEach(blind)
    await mark(theirs)
    asBefore = await rowsOf(theirs.customerID)
  })
  afterAll(async () => {
    reader.release()
    await blind.close()
  })

  test.each(endpoints.filter(isStaffOnly))('%s shows and changes nothing of another customer', async (name, endpoint) => {
    // Some calls end the session that they come with.
    const somebody = () => blind.build.staff({ rights: everyRight, customers: [mine.customerID] })
    const others = await send(name, endpoint, theirs, await somebody(), {}, {}, blind)
    const ours = await send(name, endpoint, mine, await somebody(), {}, {}, blind)
    for (const { text } of [others, ours]) {
      expect(text).not.toContain('Vreemd')
      // Who was not let in proves nothing. Steps of signing in are not for who has signed in.
      if (isForSignedIn(endpoint)) expect(text).not.toMatch(/^\{"error":"(login\.required|error\.rightMissing)/)
    }
    if (endpoint.path.includes(':') && !nobodys.includes(name)) expect(others.status).toBeGreaterThanOrEqual(400)
    expect(await rowsOf(theirs.customerID)).toBe(asBefore)
  })

  /** A name that stands out in whatever is shown. */
  async function mark({ customerID }: Ids) {
    const named = {
      customers: 'name',
      cases: 'name',
      batches: 'name',
      scripts: 'name',
      files: 'name',
      users: 'username',
      contacts: 'last_name',
      contact_lists: 'name',
      right_groups: 'name',
      communications: 'recipient',
      conversations: 'person_name',
      providers: 'name',
      templates: 'name',
    }
    for (const [table, column] of Object.entries(named))
      await blind.pool.query(
        `update ${table}
          set ${column} = 'Vreemd ' || ${column}
          where ${table === 'customers' ? 'id' : 'customer_id'} = $1`,
        [customerID],
      )
    await blind.pool.query(
      `
      update right_objects set name_nl = 'Vreemd', name_eng = 'Vreemd', name_fr = 'Vreemd' where customer_id = $1`,
      [customerID],
    )
  }

  async function readEveryRow() {
    const { rows } = await blind.pool.query<{ name: string; part: boolean }>(tenantTables)
    const whole = rows.filter(({ name, part }) => !part && name !== 'audit')
    const texts = whole.map(
      ({ name }) => `
        select '${name}' || string_agg(t::text, ',' order by t::text) from ${name} t where customer_id = $1`,
    )
    return texts.join(' union all ')
  }

  async function rowsOf(customerId: number) {
    const { rows } = await reader.query<object>({ name: 'every-row', text: everyRow, values: [customerId] })
    return JSON.stringify(rows)
  }
})

// Refused in this walk for a reason of their own; their modules' tests make good calls, and the same lines of mount-routes.ts write them down.
const refusedHere = [
  // An upload is whole or half, and its file here has an import.
  ...['fileUploads.send', 'fileUploads.finish', 'fileUploads.drop', 'storedFiles.remove'],
  ...['login.logIn', 'login.replacePassword', 'login.changePassword', 'account.changeContact', 'account.endSession', 'account.resetApiKey'],
  ...[
    'twoFactor.startApp',
    'twoFactor.startSent',
    'twoFactor.confirm',
    'twoFactor.remove',
    'twoFactor.renewRecoveryCodes',
    'twoFactor.giveCode',
  ],
  ...['twoFactor.sendCode', 'twoFactor.askPasskey', 'twoFactor.startPasskey', 'twoFactor.addPasskey', 'users.invite', 'users.sendReset'],
  ...[
    'rights.changeType',
    'rights.removeType',
    'rights.addObjectKind',
    'rights.removeObjectKind',
    // They choose nothing, and what is cancelled or taken back is another's.
    'bulk.cases',
    'bulk.batches',
    // The built conversation is a mail that is about no case.
    'inbox.answer',
    'inbox.untie',
    // The built request asks to see what is kept, not to erase it.
    'privacy.erase',
    // Nobody gave a number among those built.
    'inbox.takeNumber',
    // No received mail is among those built; forward-mail.test.ts asks its line of the log.
    'forwards.send',
    // Its text was never activated.
    'messages.send',
    // The built text is an SMS.
    'templates.test',
    // It signs in by a password, and nobody is on the way back from anywhere.
    ...['providers.connect', 'providers.connected'],
    // No code is unknown, and nothing failed.
    ...['failures.settle', 'failures.retry', 'failures.retryMany', 'failures.listMany'],
    'bulk.cancel',
    // It chooses nothing, and nothing went; hand-overs.test.ts has what they leave.
    ...['handOvers.start', 'handOvers.makeFile'],
    'undo.undo',
    // Its batch uses it.
    'scripts.remove',
    // Nothing is open of its case.
    'payments.sendLink',
    // Nobody takes its requests, and the built link is none.
    ...['paymentRequests.create', 'paymentRequests.send'],
    // The built link is neither marked nor deleted; change-link-by-hand.test.ts asks what it leaves.
    ...['payments.unmarkLink', 'payments.restoreLink'],
    // The script has it already.
    'times.couple',
    // One is open already.
    'arrangements.addPromise',
    // Nobody here has a number of his own.
    'demos.start',
    'demos.stop',
    // The built script asks for a text that is not there.
    'flow.activate',
    'flow.rollBack',
    'timeMachine.simulate',
    'timeMachine.addCheck',
    'timeMachine.runChecks',
    'batches.resume',
    'batches.reopen',
    'cases.reopen',
    'files.confirm',
    // A complaint about the case is open: nobody writes or calls;
    'letters.send',
    'manualMessages.send',
    // Nothing is planned there.
    'manualMessages.cancel',
    // A complaint about the case is open, and nobody hangs up for a colleague.
    ...['calls.start', 'calls.end'],
    ...['mute', 'hold', 'press', 'transfer', 'hangUp', 'tie', 'identify', 'result', 'note', 'finish'].map((verb) => `desk.${verb}`),
    // Nobody talks.
    ...['listening.begin', 'listening.end'],
    ...['answer', 'back', 'leave', 'finish'].map((verb) => `callGuide.${verb}`),
    // No conversation was drawn that could be published.
    ...['change', 'remove', 'saveDraft', 'dropDraft', 'publish', 'restore'].map((verb) => `guide.${verb}`),
    // Nobody here is in a team.
    ...['agents.changeStatus', 'agents.logOut'],
    // The built team has a queue.
    'teams.remove',
    // The general channel has no members to choose, nobody changes what a colleague wrote, and nobody here may chat at the customer.
    ...['chat.addChannel', 'chat.openDirect', 'chat.changeChannel', 'chat.leave', 'chat.edit', 'chat.remove'],
    // No job is set aside.
    'system.retrySetAside',
    'system.discardSetAside',
  ],
]

test('whatever changes something leaves who, when, from where and what', async () => {
  const refused: string[] = []
  for (const [name, endpoint] of endpoints.filter(
    ([, { method, path, asksOnly, renews }]) => method !== 'GET' && !asksOnly && !renews && !path.startsWith('/hooks/'),
  )) {
    const ids = await buildOneOfEach()
    const by = await app.build.staff({ rights: everyRight, customers: [ids.customerID] })
    const { status, requestId } = await send(name, endpoint, ids, by)
    if (status >= 400) {
      refused.push(name)
      continue
    }
    const { rows } = await app.pool.query<Record<string, unknown>>('select * from audit where request_id = $1', [requestId])
    expect(rows.length, name).toBeGreaterThan(0)
    for (const row of rows) {
      const who = endpoint.access === 'public' ? { via: 'public' } : { user_id: by.userId, username: by.username, via: 'session' }
      expect(row, name).toMatchObject({ ...who, address: '127.0.0.1' })
      expect(Math.abs(Date.now() - Number(row['at'])), name).toBeLessThan(60_000)
    }
    expect(
      rows.map((row) => row['action']),
      name,
    ).toContain(name)
  }
  expect(refused.filter((name) => !refusedHere.includes(name))).toEqual([])
  // It walks all routes, so that a busy machine needs minutes.
}, 300_000)

test('a renewal leaves no line; these are all, and each keeps for longer what its caller took with one', async () => {
  const renewals = endpoints.filter(([, { renews }]) => renews)
  expect(renewals.map(([name]) => name)).toEqual(['nextCase.renew', 'agents.stay'])
  const ids = await buildOneOfEach()
  const by = await app.build.staff({ rights: everyRight, customers: [ids.customerID] })
  const linesOf = async (requestId: unknown) => (await app.pool.query('select * from audit where request_id = $1', [requestId])).rows.length
  const holds = async () => (await app.pool.query<{ until: Date }>('select * from case_holds where case_id = $1', [ids.caseID])).rows
  await app.pool.query('insert into case_holds values ($1, $2, $3, $4, null, $5)', [
    ...[ids.customerID, ids.caseID, by.userId, 'worth', app.clock.now()],
  ])
  const [before] = await holds()
  for (const [name, endpoint] of renewals) {
    const { status, requestId } = await send(name, endpoint, ids, by)
    expect([name, status < 300, await linesOf(requestId)]).toEqual([name, true, 0])
  }
  const [after] = await holds()
  expect(after).toEqual({ ...before, until: expect.any(Date) })
  expect(after?.until.getTime()).toBeGreaterThan(before?.until.getTime() ?? 0)
  const release = endpoints.find(([name]) => name === 'nextCase.release')
  const { requestId } = await send('nextCase.release', release?.[1] as Endpoint, ids, by)
  expect(await linesOf(requestId)).toBe(1)
})

// Their path names no row of a customer.
const nobodys = ['rights.who']
const tenantTables = `select c.oid::regclass::text as name, c.relrowsecurity as walled, c.relispartition as part,
    exists (select 1 from pg_policy p where p.polrelid = c.oid) as has_policy,
    has_table_privilege('regie_app', c.oid, 'select, update, delete') as reached,
    has_table_privilege('regie_app', c.oid, 'insert') as filled
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'customer_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace
    and c.relkind in ('r', 'p')
  order by 1`

// Every other table has one: a new table is either behind the wall or stands here with its reason.
const withoutWall: Record<string, string> = {
  api_keys: 'hashes, asked by the key itself',
  audit_seals: 'hashes over lines of all customers',
  audit_settings: 'one row of the installation',
  code_failures: 'counters of signing in, before anybody is known',
  engines: 'processes',
  exports: 'who takes a file out and when, counted over all processes',
  failed_sign_ins: 'counters of signing in, before anybody is known',
  former_passwords: 'hashes of one user',
  job_runs: 'work of the installation',
  jobs_set_aside: 'work of the installation',
  maintenance: 'one row of the installation',
  passkeys: 'public keys of one user',
  password_links: 'hashes, asked by the link itself',
  provider_events: 'keys of news that was heard, without content',
  recovery_codes: 'hashes of one user',
  request_keys: 'sealed answers of one user, under keys of their own',
  right_group_members: 'numbers only; the group and the user are behind the wall',
  right_group_objects: 'numbers only; the group and the right are behind the wall',
  right_types: 'names that all share',
  schema_definitions: 'the schema itself',
  schema_migrations: 'the schema itself',
  session_codes: 'hashes of one session',
  sessions: 'hashes, asked by the cookie itself',
  sign_in_tries: 'counters of signing in, before anybody is known',
  simulated_events: 'the simulated provider, which is outside',
  simulated_payments: 'the simulated bank, which is outside',
  statutory_rates: 'the law, one for the installation',
  user_factors: 'secrets of one user, sealed',
}

test('every table that is not on the list has its wall', async () => {
  const { rows } = await app.pool.query<{ name: string; walled: boolean }>(
    `select c.relname as name, c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid) as walled
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  const open = rows.filter(({ walled }) => !walled).map(({ name }) => name)
  expect(open.filter((name) => withoutWall[name] === undefined)).toEqual([])
  expect(Object.keys(withoutWall).filter((name) => !open.includes(name))).toEqual([])
})

test('every table of customers has its wall, and no month of it is reached from the side', async () => {
  const { rows } = await app.pool.query<{
    name: string
    walled: boolean
    part: boolean
    has_policy: boolean
    reached: boolean
    filled: boolean
  }>(tenantTables)
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter(({ part, walled, has_policy }) => !part && !(walled && has_policy)).map(({ name }) => name)).toEqual([])
  expect(rows.filter(({ part, reached }) => part && reached).map(({ name }) => name)).toEqual([])
  // COPY knows no policies: it comes in here, for work that serves all customers.
  expect(rows.filter(({ part, filled }) => part && filled).map(({ name }) => name)).toEqual(['import_rows_staged'])
})

function isForSignedIn({ access }: Endpoint) {
  return typeof access !== 'object' || 'right' in access || access.stages.includes('full')
}

function hasIds(endpoint: Endpoint) {
  return endpoint.path.includes(':') || endpoint.upload === true || asksForCustomer(endpoint) || reportsOfBody.test(endpoint.path)
}

// Whose batches or script it is stands in the body.
const reportsOfBody = /^\/reports\/(csv|excel|(batch|script)\/output)$/

function asksForCustomer({ query }: Endpoint) {
  return query !== undefined && 'shape' in query && Object.hasOwn(query.shape as object, 'customerID')
}

async function send(
  name: string,
  endpoint: Endpoint,
  ids: Ids,
  as: Staff | null,
  headers: Record<string, string> = {},
  moreQuery: object = {},
  to: TestApp = app,
) {
  const url = endpoint.path.replace(/:(\w+)/g, (_all, key: string) =>
    key === 'provider' ? 'nobody' : key === 'channel' ? 'sms' : key === 'kind' ? 'document' : String(ids[key as keyof Ids]),
  )
  const query = { ...(asksForCustomer(endpoint) && { customerID: ids.customerID }), ...queries[name], ...moreQuery }
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)] as [string, string])).toString()
  const upload = endpoint.upload ? multipart({ customerID: ids.customerID, ...uploads[name]?.(ids) }, files[name]) : null
  const answer = await to.app.inject({
    method: endpoint.method,
    url: `/api${url}${search && `?${search}`}`,
    headers: {
      origin: to.origin,
      host: new URL(to.origin).host,
      ...(as && { cookie: to.cookieOf(as) }),
      ...upload?.headers,
      ...headers,
    },
    ...(upload ? { payload: upload.payload } : bodies[name] && { payload: bodies[name](ids) }),
  })
  const isJson = String(answer.headers['content-type']).includes('json')
  const body = isJson ? answer.json<Record<string, unknown>>() : {}
  return { status: answer.statusCode, body, text: answer.body, requestId: answer.headers['x-request-id'] }
}

const list: SentFile = { name: 'a.csv', type: 'text/csv', content: 'a;b\r\n1;2\r\n' }
// What is asked of a file beyond being a list.
const files: Record<string, SentFile> = {
  'contacts.import': { ...list, content: 'achternaam;e-mail\r\nBos;bos@example.nl\r\n' },
  'contacts.checkImport': { ...list, content: 'achternaam;e-mail\r\nBos;bos@example.nl\r\n' },
  'blacklist.import': { ...list, content: 'telefoon;b\r\n0612345678;2\r\n' },
  'blacklist.checkImport': { ...list, content: 'telefoon;b\r\n0612345678;2\r\n' },
  'templates.addFile': { name: 'a.pdf', type: 'application/pdf', content: '%PDF-1.4\n%%EOF\n' },
  'templates.addCardImage': { name: 'a.png', type: 'image/png', content: pngOf(600, 315) },
  'caseDocuments.add': { name: 'a.pdf', type: 'application/pdf', content: '%PDF-1.4\n%%EOF\n' },
  'caseDocuments.place': { name: 'a.pdf', type: 'application/pdf', content: '%PDF-1.4\n%%EOF\n' },
  'mailAttachments.add': { name: 'a.pdf', type: 'application/pdf', content: '%PDF-1.4\n%%EOF\n' },
}
type SentFile = { name: string; type: string; content: string | Buffer }

function multipart(fields: object, { name, type, content }: SentFile = list) {
  const boundary = 'grens'
  const parts = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(parts.join('') + head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, payload }
}

/** A user, a group and the right of a customer. The kinds of rights are nobody's, so those of strangers are none. */
async function buildManaged(customerID: number, { db, build }: TestApp = app): Promise<Managed> {
  const code = ownCustomerRight(customerID)
  // The one digit that is free is free for each who asks.
  await db.deleteFrom('right_types').where('prefix', '=', 9).execute()
  const { userId: userID } = await build.user({ home: customerID })
  await build.session(userID)
  const { id: sessionID } = await db.selectFrom('sessions').select('id').where('user_id', '=', userID).executeTakeFirstOrThrow()
  const { id: groupID } = await db
    .insertInto('right_groups')
    .values({ customer_id: customerID, name: `Groep van ${userID}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: objectID } = await db.selectFrom('right_objects').select('id').where('code', '=', code).executeTakeFirstOrThrow()
  return { userID, sessionID, groupID, objectID, typeID: 9_000_000, code }
}

const addressOf = (customerId: number) => `ada${customerId}@example.nl`

async function buildArrangements({ customerId, id, batchId }: BuiltCase, { db, clock }: TestApp) {
  const of = { customer_id: customerId, case_id: id, by_user: 'ada' }
  const one = <Row>(rows: Row[]) => rows[0] as Row
  const callback = await db
    .insertInto('callbacks')
    .values({ ...of, at: clock.now() })
    .returning('id')
    .execute()
  const promise = await db
    .insertInto('payment_promises')
    .values({ ...of, kind: 'promise' })
    .returning('id')
    .execute()
  await db
    .insertInto('payment_promise_parts')
    .values({ customer_id: customerId, promise_id: one(promise).id, no: 1, due: '2026-06-10', amount_cents: 100 })
    .execute()
  const complaint = await db
    .insertInto('complaints')
    .values({ ...of, kind: 'complaint', text: 'Te vaak gebeld' })
    .returning('id')
    .execute()
  const blacklist = await db
    .insertInto('blacklist')
    .values({
      customer_id: customerId,
      case_id: id,
      kind: 'email',
      value: addressOf(customerId),
      reason: 'AFM',
      retention: 'forever',
      added_by: 'ada',
    })
    .returning('id')
    .execute()
  const link = await db
    .insertInto('payment_links')
    .values({
      ...{ customer_id: customerId, case_id: id, batch_id: batchId, amount_cents: 100, provider: 'simulated', simulated: true },
      ...{ token: randomBytes(16).toString('base64url'), idempotency_key: `walk:${id}`, expires_at: new Date('2026-12-01T00:00:00Z') },
    })
    .returning('id')
    .execute()
  const payment = await db
    .insertInto('payments')
    .values({
      ...{ customer_id: customerId, case_id: id, batch_id: batchId, amount_cents: 100, currency: 'EUR', paid_on: '2026-06-01' },
      ...{ booked_by: 'ada', method: 'bank', at: clock.now() },
    })
    .returning('id')
    .execute()
  const interruption = await db
    .insertInto('interruptions')
    .values({ ...of, on_day: '2026-05-01', how: 'email', at: clock.now() })
    .returning('id')
    .execute()
  await db
    .insertInto('debt_help')
    .values({ ...of, kind: 'SHV', organisation: 'Kredietbank', began_on: '2026-05-01', at: clock.now() })
    .execute()
  const request = await db
    .insertInto('privacy_requests')
    .values({
      ...{ customer_id: of.customer_id, kind: 'access', case_ids: [of.case_id], received_on: '2026-06-01', due_on: '2026-07-01' },
      ...{ identified_by: 'document', registered_at: clock.now(), registered_by: 'ada' },
    })
    .returning('id')
    .execute()
  return {
    requestID: one(request).id,
    interruptionID: one(interruption).id,
    paymentID: one(payment).id,
    paymentLinkID: one(link).id,
    callbackID: one(callback).id,
    promiseID: one(promise).id,
    complaintID: one(complaint).id,
    blacklistID: one(blacklist).id,
  }
}

/** Money of a bank that waits for its case. */
async function buildEntry({ customerId: customer_id }: BuiltCase, { build, db, clock }: TestApp) {
  const { userId: uploaded_by } = await build.user()
  const statement = await db
    .insertInto('bank_statements')
    .values({
      customer_id,
      file_id: 1,
      sha256: Buffer.from([customer_id]),
      state: 'done',
      entries: 1,
      uploaded_by,
      uploaded_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('bank_entries')
    .values({
      ...{ customer_id, statement_id: statement.id, account: 'NL91ABNA0417164300', entry_key: 'B1', amount_cents: 100 },
      ...{ currency: 'EUR', booked_on: '2026-06-01', counter_name: 'J. Jansen', text: 'zonder kenmerk' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A call by hand that is over. */
async function buildCall({ id: case_id, customerId: customer_id, batchId: batch_id }: BuiltCase, { build, db, clock }: TestApp) {
  const colleague = await build.user()
  const { id } = await db
    .insertInto('communications')
    .values({
      ...{ customer_id, case_id, batch_id, channel: 'call', idempotency_key: `call${case_id}`, recipient: '+31612345601' },
      ...{ provider: 'simulated-voice', simulated: true, state: 'sent', delivery: 'unanswered' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('manual_calls')
    .values({ customer_id, communication_id: id, case_id, user_id: colleague.userId, by_user: colleague.username, asked_at: clock.now() })
    .execute()
  return id
}

/** A document of a case. */
async function addDocument({ db }: TestApp, { customerId: customer_id, id: case_id }: BuiltCase): Promise<number> {
  const { id: file_id } = await db
    .insertInto('files')
    .values({ customer_id, name: 'brief.pdf', kind: 'document', bytes: 3, sha256: Buffer.alloc(32) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('file_parts')
    .values({ customer_id, file_id, no: 0, content: Buffer.from('pdf') })
    .execute()
  const row = { customer_id, case_id, kind: 'other', file_id }
  return (await db.insertInto('case_documents').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** A letter of it that waits for the print shop. */
async function addLetter(
  { db, clock }: TestApp,
  { customerId: customer_id, id: case_id }: BuiltCase,
  document_id: number,
): Promise<number> {
  const at = clock.now()
  const lives = { straat: 'Dorpsstraat', huisnummer: '1', postcode: '1234 AB', plaats: 'Utrecht' }
  await db
    .updateTable('cases')
    .set({ fields: sql`fields || ${JSON.stringify(lives)}::jsonb` })
    .where('id', '=', case_id)
    .execute()
  await insertTemplate(db, { customerId: customer_id, key: 'brief', kind: 'email', texts: { nl: { subject: 'Brief', text: 'Beste' } } })
  await db
    .updateTable('template_revisions')
    .set({ options: JSON.stringify({ byPost: true }) })
    .where('customer_id', '=', customer_id)
    .where('id', '=', (eb) =>
      eb.selectFrom('templates').select('live_revision_id').where('customer_id', '=', customer_id).where('key', '=', 'brief'),
    )
    .execute()
  const { id } = await db
    .insertInto('letters')
    .values({
      ...{ customer_id, case_id, document_id, subject: 'Aanmaning', pages: 1, queued_by: 'mees', idempotency_key: 'letter' },
      ...{ name: 'Ada', street: 'Dorpsstraat 1', postcode: '1234 AB', city: 'Utrecht', country: '', next_at: at, queued_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function buildOneOfEach(to: TestApp = app): Promise<Ids> {
  const { build, db } = to
  const batch = await build.batch({ cases: 0 })
  const its: BuiltCase = await build.case({ batch, email: addressOf(batch.customerId), mobile: '+31612345601' })
  const { customerId: customerID } = its
  const { id: communicationID } = await db
    .insertInto('communications')
    .values({
      customer_id: customerID,
      case_id: its.id,
      batch_id: batch.id,
      channel: 'email',
      idempotency_key: `k${its.id}`,
      recipient: 'jan@example.nl',
      provider: 'simulated-email',
      simulated: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: attachmentID } = await db
    .insertInto('mail_attachments')
    .values({
      ...{ customer_id: customerID, case_id: its.id, file_name: 'a.pdf', media_type: 'application/pdf' },
      ...{ bytes: 3, content: Buffer.from('pdf'), uploaded_at: new Date(0) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('statutory_rates')
    .values({ kind: 'consumer', valid_from: dayOfIts(its.id), percent: '4.00' })
    .execute()
  const callID = await buildCall(its, to)
  const entryID = await buildEntry(its, to)
  const file = await db
    .insertInto('files')
    .values({ customer_id: customerID, name: 'a.csv', bytes: 3, sha256: Buffer.alloc(32), kind: 'batch' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: importID } = await db
    .insertInto('imports')
    .values({ customer_id: customerID, file_id: file.id, script_id: batch.script.id, status: 'ready' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const fault = { reason: 'required', column: 'naam', value: null }
  const refusedRow = {
    customer_id: customerID,
    import_id: importID,
    check_no: 0,
    row_no: 2,
    faults: JSON.stringify([fault]),
    raw: ['a', 'b'],
  }
  await db.insertInto('import_rows').values(refusedRow).execute()
  const check = { customer_id: customerID, script_id: batch.script.id, name: 'Controle', case_number: 'D1', created_by: 'ada' }
  const { id: checkID } = await db
    .insertInto('script_checks')
    .values({
      ...check,
      subject: '{}',
      simulates_from: new Date(simulation.from),
      days: 1,
      answers: JSON.stringify(simulation.answers),
      expected: '[]',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: filterID } = await db
    .insertInto('script_filters')
    .values({ customer_id: customerID, script_id: batch.script.id, name: 'Filter', rules: '[]', combine: 'and' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: providerID } = await db
    .insertInto('providers')
    .values({ customer_id: customerID, channel: 'call', kind: 'simulated', name: 'Telefoon', settings: '{"kind":"simulated"}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { window_id: windowID } = await db
    .selectFrom('script_windows')
    .select('window_id')
    .where('script_id', '=', batch.script.id)
    .executeTakeFirstOrThrow()
  const managed = await buildManaged(customerID, to)
  const { id: bulkID } = await db
    .insertInto('bulk_jobs')
    .values({
      customer_id: customerID,
      user_id: managed.userID,
      username: 'ada',
      kind: 'cases',
      filter: '{}',
      action: '{"action":{"kind":"pause"}}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: handOverID } = await db
    .insertInto('hand_overs')
    .values({
      ...{ customer_id: customerID, kind: 'bailiff', name: 'Jansen', on_day: '2026-06-01', locale: 'nl' },
      ...{ user_id: managed.userID, by_user: 'ada', at: new Date(0) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: orderID } = await db
    .insertInto('message_jobs')
    .values({
      ...{ customer_id: customerID, user_id: managed.userID, username: 'ada', channel: 'sms', template_name: 'Concept', total: 1 },
      ...{ template_id: 1, revision_id: 1, filter: '{}', plan: '{}', last_id: 0, created_at: new Date(0) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const newContact = { customer_id: customerID, last_name: 'Jansen', email: 'ada@example.nl' }
  const contacts = await db.insertInto('contacts').values([newContact, newContact]).returning('id').execute()
  const [contactID = 0, otherContactID = 0] = contacts.map(({ id }) => id)
  const { id: listID } = await db
    .insertInto('contact_lists')
    .values({ customer_id: customerID, name: 'Directie' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: viewID } = await db
    .insertInto('saved_views')
    .values({
      ...{ customer_id: customerID, user_id: managed.userID, by_user: 'ada', list: 'batches', name: 'Open', shared: true },
      ...{ filters: '{}', columns: '[]', changed_at: new Date(0) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: teamID } = await db
    .insertInto('teams')
    .values({ customer_id: customerID, name: 'Team' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: queueID } = await db
    .insertInto('queues')
    .values({ customer_id: customerID, team_id: teamID, name: 'Wachtrij' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: webhookID } = await db
    .insertInto('outgoing_webhooks')
    .values({
      customer_id: customerID,
      name: 'Boekhouding',
      url: 'https://example.nl/uit',
      types: ['promise.made'],
      secret: Buffer.alloc(60),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const machine = await db
    .insertInto('users')
    .values({ username: `Kassa ${customerID}`, customer_id: customerID, is_machine: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: machineKeyID } = await db
    .insertInto('machine_keys')
    .values({
      ...{ customer_id: customerID, user_id: machine.id, name: 'Kassa', prefix: String(customerID).padStart(8, '0') },
      ...{ key_hash: randomBytes(32), rights: [101], addresses: [], made_at: new Date(0), expires_at: new Date(1) },
      ...{ made_by: managed.userID, made_by_name: 'ada' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: webhookMessageID } = await db
    .insertInto('webhook_messages')
    .values({ customer_id: customerID, webhook_id: webhookID, type: 'case.closed', data: '{}', at: new Date(), next_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: channelID } = await db
    .insertInto('chat_channels')
    .values({ customer_id: customerID, kind: 'general' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: messageID } = await db
    .insertInto('chat_messages')
    .values({ customer_id: customerID, channel_id: channelID, by_user: 'ada', text: 'Hallo', at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: templateID } = await db
    .insertInto('templates')
    .values({ customer_id: customerID, key: 'concept', kind: 'sms', name: 'Concept' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: revisionID } = await db
    .insertInto('template_revisions')
    .values({
      ...{ customer_id: customerID, template_id: templateID, texts: '{}', activated_at: null },
      written: JSON.stringify(templateContent.written),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: conversationID } = await to.db
    .insertInto('conversations')
    .values({ customer_id: customerID, channel: 'email', address: `c${its.id}@b.nl`, provider_id: 1, last_at: to.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: scriptID, versionId: versionID } = batch.script
  const { id: deliveryID } = await db
    .insertInto('file_deliveries')
    .values({
      customer_id: customerID,
      name: 'Aanlevering',
      kind: 'folder',
      pattern: '*.csv',
      every_minutes: 15,
      script_id: scriptID,
      batch_name: 'b',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const documentID = await addDocument(to, its)
  return {
    ...managed,
    ...(await buildArrangements(its, to)),
    customerID,
    callID,
    entryID,
    scriptID,
    versionID,
    windowID,
    x: 2027,
    checkID,
    batchID: batch.id,
    caseID: its.id,
    communicationID,
    importID,
    fileID: file.id,
    filterID,
    providerID,
    bulkID,
    handOverID,
    orderID,
    viewID,
    teamID,
    queueID,
    ...{ contactID, otherContactID, listID },
    channelID,
    messageID,
    ...{ webhookID, deliveryID, webhookMessageID, machineKeyID },
    templateID,
    revisionID,
    conversationID,
    attachmentID,
    documentID,
    letterID: await addLetter(to, its, documentID),
    no: 1,
  }
}
