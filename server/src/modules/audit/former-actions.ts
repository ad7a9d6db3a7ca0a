/**
 * Names that actions had in earlier versions, and what they are called now. Audit entries are never changed
 * (each carries the hash of the one before), so the former names stand in them for as long as they are kept.
 */
const formerActions: Readonly<Record<string, string>> = {
  'scripts.saveVariables': 'variables.save',
  'scripts.addFilter': 'filters.add',
  'scripts.changeFilter': 'filters.change',
  'scripts.removeFilter': 'filters.remove',
  'scripts.saveMapping': 'fields.saveMapping',
  'scripts.saveFields': 'fields.save',
  'scripts.example': 'fields.example',
  'caseWork.create': 'cases.create',
  'caseWork.change': 'cases.change',
  'caseWork.setResult': 'cases.setResult',
  'caseWork.close': 'cases.close',
  'caseWork.reopen': 'cases.reopen',
  'caseWork.pause': 'cases.pause',
  'caseWork.link': 'cases.link',
  'timeMachine.play': 'timeMachine.simulate',
}

/** What an action is called now. */
export function currentAction(action: string): string {
  return formerActions[action] ?? action
}

/** All names under which entries of this action stand in the table. */
export function namesOfAction(action: string): string[] {
  return [action, ...Object.keys(formerActions).filter((former) => formerActions[former] === action)]
}
