import path from 'node:path'

/** What a screen shows beside its first tab; the cases of a figure need one. */
const tabs: Record<string, readonly string[]> = {
  figure: ['figure=outstanding', 'figure=broken'],
  callReport: ['', 'tab=agents', 'tab=queues', 'tab=teams'],
  casesReport: ['', 'tab=results', 'tab=scripts', 'tab=ages', 'tab=months'],
  mailReport: ['', 'tab=scripts', 'tab=templates', 'tab=errors'],
  batch: ['', 'tab=settings', 'tab=results', 'tab=why'],
  case: ['', 'tab=communication'],
  files: ['', 'tab=report', 'tab=result'],
  arrangements: ['', 'tab=callbacks'],
  script: ['', 'tab=variables', 'tab=filters', 'tab=fields', 'tab=why', 'tab=why&place=sleeping'],
  editor: ['', 'template=1', 'template=1&side=options', 'template=1&side=revisions'],
  rightGroups: ['', 'tab=groups', 'tab=kinds'],
  paymentRows: ['counted=links', 'counted=byLink&weekday=1&hour=20'],
  works: ['', 'tab=costs', 'tab=hours'],
}

/** Every screen of the product, of the first batch, case and script; a screen that comes is walked too. */
export async function screenAddresses(): Promise<string[]> {
  // The browser's part has types of its own.
  const pathsFile = path.resolve(import.meta.dirname, '../web/src/paths.ts')
  const { screenPaths } = (await import(pathsFile)) as { screenPaths: Record<string, string> }
  return Object.entries(screenPaths).flatMap(([name, address]) => {
    const ofFirst = address
      .replace('{-$templateKind}', 'email')
      .replace('$start/$end', '0/0')
      .replaceAll(/\{-\$\w+\}|\$\w+/g, '1')
    return (tabs[name] ?? ['']).map((tab) => (tab === '' ? ofFirst : `${ofFirst}?${tab}`))
  })
}
