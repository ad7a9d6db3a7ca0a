import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { LocalText } from './locale.ts'
import { BodyId, Id, Version } from './paging.ts'
import { Right } from './right-codes.ts'

const name = z.string().check(z.trim(), z.minLength(1, 'right.nameMissing'), z.maxLength(120))
const Names = z.object({ nl: name, eng: name, fr: name })
const description = z.string().check(z.trim(), z.maxLength(1000))

/** A kind of right. Its prefix is the first digit of the codes of its objects. */
export const RightType = z.object({ id: z.number(), prefix: z.number(), name: LocalText, description: z.string() })
export type RightType = z.infer<typeof RightType>

/** One right: the code is the type's prefix followed by the ref, which has two digits, or is a customer's id under prefix 5 (product.md §5.3). */
export const RightObject = z.object({
  id: z.number(),
  typeId: z.number(),
  ref: z.string(),
  code: z.number(),
  name: LocalText,
  /** The product itself asks for this one: it can be renamed, not deleted. */
  builtIn: z.boolean(),
})
export type RightObject = z.infer<typeof RightObject>

const Member = z.object({ userID: z.number(), username: z.string(), name: z.string() })

/** A group of rights with its members (product.md §5.3). */
export const RightGroup = z.object({
  id: z.number(),
  /** Null is a group of the installation, for all customers. */
  customerID: z.nullable(z.number()),
  name: z.string(),
  description: z.string(),
  /** As far as the caller sees users. */
  members: z.array(Member),
  /** Ids of its right objects, as far as the caller knows their customers. */
  objects: z.array(z.number()),
  codes: z.array(z.number()),
  /** Holds each right that there is, also those made later: it can be renamed and its members can change, not more. */
  everyRight: z.boolean(),
  version: z.number(),
})
export type RightGroup = z.infer<typeof RightGroup>

const GroupId = z.object({ groupID: Id })
const Members = z.object({ members: z.array(BodyId).check(z.minLength(1), z.maxLength(500)) })
const GroupObject = z.object({ groupID: Id, objectID: Id })
/** Who would lose the right to manage users or groups, or a customer, must say that this is meant. */
export const confirmation = { confirmed: z._default(z.enum(['yes', 'no']), 'no') }
const prefix = z.number().check(z.int(), z.gte(1), z.lte(9))

const groups = { right: Right.changeGroups }
const objects = { right: Right.changeRightObjects }
/** Seen by who picks groups for users and by who changes groups. */
const viewers = { right: [Right.viewUsers, Right.changeGroups] }

export const rightsApi = {
  listGroups: endpoint({
    method: 'GET',
    path: '/rights/groups',
    access: viewers,
    summary: 'Right groups of a customer and of the installation, with their members',
    query: z.object({ customerID: z.optional(Id) }),
    response: z.array(RightGroup),
  }),
  addGroup: endpoint({
    method: 'POST',
    path: '/rights/groups',
    access: groups,
    summary: 'A new group, empty or with the objects of another one',
    body: z.object({ name, description: z._default(description, ''), customerID: z.nullable(BodyId), copyOf: z.optional(BodyId) }),
    response: RightGroup,
  }),
  getGroup: endpoint({
    method: 'GET',
    path: '/rights/groups/:groupID',
    access: viewers,
    summary: 'A group with its members',
    params: GroupId,
    response: RightGroup,
  }),
  changeGroup: endpoint({
    method: 'PUT',
    path: '/rights/groups/:groupID',
    access: groups,
    summary: 'Rename or describe a group',
    savedAs: [{ entity: 'group', param: 'groupID' }],
    params: GroupId,
    body: z.object({ name, description, version: Version }),
    response: RightGroup,
  }),
  removeGroup: endpoint({
    method: 'DELETE',
    path: '/rights/groups/:groupID',
    access: groups,
    summary: 'Delete a group; its members lose what only it gave them. When I would lose it myself, only with `confirmed`',
    params: GroupId,
    query: z.object(confirmation),
  }),
  addMembers: endpoint({
    method: 'POST',
    path: '/rights/groups/:groupID/members',
    access: groups,
    summary: 'Add members',
    params: GroupId,
    body: Members,
    response: RightGroup,
  }),
  removeMembers: endpoint({
    method: 'DELETE',
    path: '/rights/groups/:groupID/members',
    access: groups,
    summary: 'Remove members. When I would lose a right by it, only with `confirmed`',
    params: GroupId,
    query: z.object(confirmation),
    body: Members,
    response: RightGroup,
  }),
  touched: endpoint({
    method: 'GET',
    path: '/rights/groups/:groupID/objects/:objectID/touched',
    access: groups,
    summary: 'Who gains the right when the group gets it, or loses it when the group does, and how many API keys with them',
    params: GroupObject,
    response: z.object({
      /** The first of those that the caller sees. */
      users: z.array(Member),
      userCount: z.number(),
      keyCount: z.number(),
    }),
  }),
  addObject: endpoint({
    method: 'POST',
    path: '/rights/groups/:groupID/objects/:objectID',
    access: groups,
    summary: 'Give a group a right that I hold myself',
    params: GroupObject,
    response: RightGroup,
  }),
  removeObject: endpoint({
    method: 'DELETE',
    path: '/rights/groups/:groupID/objects/:objectID',
    access: groups,
    summary: 'Take a right from a group. When I would lose it myself, only with `confirmed`',
    params: GroupObject,
    query: z.object(confirmation),
    response: RightGroup,
  }),
  listTypes: endpoint({ method: 'GET', path: '/rights/types', access: viewers, summary: 'Kinds of rights', response: z.array(RightType) }),
  addType: endpoint({
    method: 'POST',
    path: '/rights/types',
    access: objects,
    summary: 'A new kind of right',
    body: z.object({ prefix, name: Names, description: z._default(description, '') }),
    response: RightType,
  }),
  changeType: endpoint({
    method: 'PUT',
    path: '/rights/types/:typeID',
    access: objects,
    summary: 'Rename a kind',
    params: z.object({ typeID: Id }),
    body: z.object({ name: Names, description }),
    response: RightType,
  }),
  removeType: endpoint({
    method: 'DELETE',
    path: '/rights/types/:typeID',
    access: objects,
    summary: 'Delete a kind without objects',
    params: z.object({ typeID: Id }),
  }),
  listObjects: endpoint({
    method: 'GET',
    path: '/rights/objects',
    access: viewers,
    summary: 'Every right, in order of code',
    response: z.array(RightObject),
  }),
  addObjectKind: endpoint({
    method: 'POST',
    path: '/rights/objects',
    access: objects,
    summary: 'A new right',
    body: z.object({ typeId: BodyId, ref: z.string().check(z.regex(/^[0-9]{1,15}$/, 'right.refInvalid')), name: Names }),
    response: RightObject,
  }),
  changeObject: endpoint({
    method: 'PUT',
    path: '/rights/objects/:objectID',
    access: objects,
    summary: 'Rename a right',
    params: z.object({ objectID: Id }),
    body: z.object({ name: Names }),
    response: RightObject,
  }),
  removeObjectKind: endpoint({
    method: 'DELETE',
    path: '/rights/objects/:objectID',
    access: objects,
    summary: 'Delete a right that the product does not ask for and no group holds',
    params: z.object({ objectID: Id }),
  }),
  who: endpoint({
    method: 'GET',
    path: '/rights/who/:code',
    access: viewers,
    summary: 'Who may do this, and by which groups',
    params: z.object({ code: Id }),
    query: z.object({ customerID: z.optional(Id) }),
    response: z.array(z.object({ ...Member.shape, locked: z.boolean(), groups: z.array(z.string()) })),
  }),
}
