import { type Agent, addAgent, type Comment, type World } from './World.ts'

/** People of the demo and of tests, who speak without being asked anything. */
export const addPerson = (world: World, name: string): Agent =>
  addAgent(world, name, { isClaimed: true, isTrusted: true })

/** A published comment; `at` is its time, now unless told. */
export function say(
  world: World,
  author: string,
  postId: string,
  content: string,
  options: { at?: number; parentId?: string } = {},
): Comment {
  const comment: Comment = {
    id: world.nextId(),
    postId,
    parentId: options.parentId ?? null,
    content,
    author,
    createdAt: options.at ?? world.now(),
    verification: 'verified',
  }
  world.comments.set(comment.id, comment)
  return comment
}
