import { accountApi } from './account.ts'
import { agentApi } from './agents.ts'
import { caseDocumentApi } from './case-documents.ts'
import { letterApi } from './letters.ts'
import { complianceFileApi } from './compliance-file.ts'
import { printShopApi } from './print-shops.ts'
import { arrangementApi } from './arrangements.ts'
import { auditApi } from './audit.ts'
import { batchApi, batchEditApi } from './batches.ts'
import { bulkApi } from './bulk.ts'
import { handOverApi } from './hand-overs.ts'
import { callReportApi } from './call-report.ts'
import { caseReportApi } from './case-report.ts'
import { casesReportApi } from './cases-report.ts'
import { evidenceApi } from './evidence.ts'
import { callApi } from './calls.ts'
import { caseActionApi } from './case-actions.ts'
import { caseApi } from './cases.ts'
import { chatApi } from './chat.ts'
import { complianceApi, customerApi } from './customers.ts'
import { contactApi, contactListApi } from './contacts.ts'
import { debtLawApi } from './debt-law.ts'
import { demoApi } from './demos.ts'
import type { Endpoint } from './endpoint.ts'
import { feedbackApi } from './feedback.ts'
import { fieldApi } from './fields.ts'
import { fileApi } from './files.ts'
import { fileUploadApi, storedFileApi } from './stored-files.ts'
import { filterApi } from './filters.ts'
import { flowApi } from './flow.ts'
import { figureApi } from './figures.ts'
import { forwardApi } from './forwards.ts'
import { callGuideApi, guideApi } from './guides.ts'
import { homeApi } from './home.ts'
import { inboxApi } from './inbox.ts'
import { incomingApi } from './incoming-messages.ts'
import { letterheadApi } from './letterheads.ts'
import { loginApi } from './login.ts'
import { mailAttachmentApi } from './mail-attachments.ts'
import { machineKeyApi } from './machine-keys.ts'
import { maintenanceApi } from './maintenance.ts'
import { manualMessageApi } from './manual-messages.ts'
import { messageApi } from './messages.ts'
import { monitorApi } from './monitor.ts'
import { nextCaseApi } from './next-case.ts'
import { nextAttemptsApi } from './next-attempts.ts'
import { notificationApi } from './notifications.ts'
import { organisationApi } from './organisation.ts'
import { blacklistApi } from './blacklist.ts'
import { failedMessageApi } from './failed-messages.ts'
import { failureApi } from './failures.ts'
import { paymentApi } from './payment-actions.ts'
import { paymentRequestApi } from './payment-requests.ts'
import { fileDeliveryApi } from './file-deliveries.ts'
import { outgoingWebhookApi } from './outgoing-webhooks.ts'
import { mailReportApi, whatsAppReportApi } from './message-report.ts'
import { paymentReportApi } from './payment-report.ts'
import { personApi } from './person.ts'
import { providerApi } from './providers.ts'
import { bestHoursApi } from './best-hours.ts'
import { costReportApi } from './cost-report.ts'
import { worksReportApi } from './works-report.ts'
import { reportApi } from './reports.ts'
import { rightsApi } from './rights.ts'
import { savedViewApi } from './saved-views.ts'
import { smsApi } from './sms.ts'
import { dialingApi } from './dialing.ts'
import { scriptSettingsApi } from './script-settings.ts'
import { scriptApi } from './scripts.ts'
import { privacyApi } from './privacy.ts'
import { retentionApi } from './retention.ts'
import { selfServiceApi } from './self-service.ts'
import { statementApi } from './bank-statements.ts'
import { statusApi } from './status.ts'
import { statutoryRateApi } from './statutory-rates.ts'
import { speechApi } from './speech.ts'
import { systemApi } from './system.ts'
import { deskApi } from './desk.ts'
import { softphoneApi } from './softphone.ts'
import { listeningApi } from './listening.ts'
import { queueApi, teamApi } from './teams.ts'
import { templateApi } from './template-api.ts'
import { timeMachineApi } from './time-machine.ts'
import { timeApi } from './time-windows.ts'
import { twoFactorApi } from './two-factor.ts'
import { undoApi } from './undo.ts'
import { peopleApi } from './people.ts'
import { userApi } from './users.ts'
import { variableApi } from './variables.ts'
import { wallboardApi } from './wallboard.ts'
import { webhookApi } from './webhooks.ts'
import { webChatApi } from './web-chat.ts'
import { whatsappApi } from './whatsapp-texts.ts'
import { whatsappWebApi } from './whatsapp-web.ts'
import { whyApi } from './why.ts'
import { wordcloudApi } from './wordcloud.ts'

/** Every endpoint by `noun.verb`: the OpenAPI page, the rights matrix and the tests that walk all routes are made from it. */
export const allEndpoints: Record<string, Endpoint> = Object.fromEntries(
  Object.entries({
    login: loginApi,
    whatsapp: whatsappApi,
    whatsappWeb: whatsappWebApi,
    twoFactor: twoFactorApi,
    organisation: organisationApi,
    account: accountApi,
    users: userApi,
    contacts: contactApi,
    contactLists: contactListApi,
    people: peopleApi,
    rights: rightsApi,
    customers: customerApi,
    compliance: complianceApi,
    letterheads: letterheadApi,
    selfService: selfServiceApi,
    retention: retentionApi,
    privacy: privacyApi,
    statutoryRates: statutoryRateApi,
    debtLaw: debtLawApi,
    dialing: dialingApi,
    scripts: { ...scriptApi, ...scriptSettingsApi },
    variables: variableApi,
    filters: filterApi,
    fields: fieldApi,
    flow: flowApi,
    guide: guideApi,
    callGuide: callGuideApi,
    templates: templateApi,
    speech: speechApi,
    times: timeApi,
    timeMachine: timeMachineApi,
    home: { ...homeApi, ...figureApi },
    batches: { ...batchApi, ...batchEditApi },
    undo: undoApi,
    savedViews: savedViewApi,
    bulk: bulkApi,
    handOvers: handOverApi,
    messages: messageApi,
    cases: { ...caseApi, ...caseActionApi },
    calls: callApi,
    chat: chatApi,
    incomingMessages: incomingApi,
    forwards: forwardApi,
    inbox: inboxApi,
    mailAttachments: mailAttachmentApi,
    manualMessages: manualMessageApi,
    nextCase: nextCaseApi,
    nextAttempts: nextAttemptsApi,
    caseDocuments: caseDocumentApi,
    letters: letterApi,
    complianceFile: complianceFileApi,
    printShops: printShopApi,
    arrangements: arrangementApi,
    blacklist: blacklistApi,
    failures: { ...failureApi, ...failedMessageApi },
    payments: paymentApi,
    paymentRequests: paymentRequestApi,
    paymentReport: paymentReportApi,
    worksReport: worksReportApi,
    costReport: costReportApi,
    bestHours: bestHoursApi,
    callReport: callReportApi,
    caseReport: caseReportApi,
    evidence: evidenceApi,
    casesReport: casesReportApi,
    mailReport: mailReportApi,
    whatsAppReport: whatsAppReportApi,
    agents: agentApi,
    monitor: monitorApi,
    desk: deskApi,
    softphone: softphoneApi,
    listening: listeningApi,
    wallboard: wallboardApi,
    wordcloud: wordcloudApi,
    teams: teamApi,
    queues: queueApi,
    persons: personApi,
    providers: providerApi,
    sms: smsApi,
    files: fileApi,
    fileUploads: fileUploadApi,
    storedFiles: storedFileApi,
    statements: statementApi,
    reports: reportApi,
    demos: demoApi,
    notifications: notificationApi,
    feedback: feedbackApi,
    audit: auditApi,
    maintenance: maintenanceApi,
    system: { ...systemApi, ...{ status: statusApi.get, monitor: statusApi.monitor } },
    webChat: webChatApi,
    webhooks: webhookApi,
    fileDeliveries: fileDeliveryApi,
    outgoingWebhooks: outgoingWebhookApi,
    machineKeys: machineKeyApi,
    why: whyApi,
  }).flatMap(([noun, api]) => Object.entries(api).map(([verb, description]) => [`${noun}.${verb}`, description as Endpoint] as const)),
)
