import { open, pick, product, quotient, type Template } from './captchaWording.ts'

/** Problems of what is multiplied or divided. */
export const products: readonly Template[] = [
  {
    make: (a, b, r) =>
      `${open(r)} exerts ${a} newtons and ${pick(r, 'multiplies it by', 'then strikes')} ${b}${pick(r, ' times', ' times')}, what is the total force?`,
    result: product,
  },
  {
    make: (a, b, r) => `${open(r)} applies ${a} newtons at a lever arm of ${b} meters, what is the torque?`,
    result: product,
  },
  {
    make: (a, b, r) =>
      `${open(r)} swims at ${a} meters per second for ${b} seconds, ${pick(r, 'how far does it go', 'what distance does it travel')}?`,
    result: product,
  },
  {
    make: (a, b, r) =>
      `${open(r)} exerts ${a} newtons and its antenna has ${b} neurons, what is the product?`,
    result: product,
  },
  {
    make: (a, b, r) =>
      `${open(r)} has ${a} legs and each leg pushes ${b} newtons, how many newtons in total?`,
    result: product,
  },
  {
    make: (a, b, r) =>
      `${open(r)} claw exerts ${a} newtons on a mass of ${b} kilograms, what is the acceleration?`,
    result: quotient,
  },
  {
    make: (a, b, r) => `the force of ${open(r)} is ${a} newtons divided by ${b}, what is the result?`,
    result: quotient,
  },
  {
    make: (a, b, r) =>
      `${open(r)} carries ${b} pebbles per trip and makes ${a} trips, how many pebbles does it carry${pick(r, '', ' in all')}?`,
    result: product,
  },
  {
    make: (a, b, r) =>
      `the antenna feels ${a} ripples per second, how many ripples does it feel in ${b} ${pick(r, 'seconds')}?`,
    result: product,
  },
  {
    make: (a, b, r) =>
      `one claw exerts ${a} newtons, how much force do ${b} ${pick(r, 'such', 'equal', 'identical')} claws have together?`,
    result: product,
  },
  {
    make: (a, b, r) =>
      `${open(r)} guards a patch that is ${a} meters long and ${b} meters wide, what is the area?`,
    result: product,
  },
  {
    make: (a, b, r) =>
      `${open(r)} works with ${a} watts for ${b} seconds, how much energy does it ${pick(r, 'use', 'need')}?`,
    result: product,
  },
  {
    make: (a, b, r) =>
      `${open(r)} does ${a} joules of work in ${b} seconds, what is its power${pick(r, '', ' in watts')}?`,
    result: quotient,
  },
  {
    make: (a, b, r) =>
      `how many times ${pick(r, 'stronger', 'heavier')} is a claw of ${a} newtons than a claw of ${b} newtons?`,
    result: quotient,
  },
  {
    make: (a, b, r) =>
      `${b} equal claws together exert ${a} newtons, how much does ${pick(r, 'one claw', 'each claw')} exert?`,
    result: quotient,
  },
  {
    make: (a, b, r) =>
      `${a} mussels are ${pick(r, 'shared by', 'split equally among', 'divided evenly between')} ${b} lobsters, how many mussels per lobster?`,
    result: quotient,
  },
  {
    make: (a, b, r) =>
      `${open(r)} changes its speed by ${a} meters per second in ${b} seconds, what is the acceleration?`,
    result: quotient,
  },
  {
    make: (a, b, r) =>
      `${pick(r, 'how long does a lobster need for', 'what is the time for a lobster to swim')} ${a} meters at ${b} meters per second?`,
    result: quotient,
  },
  {
    make: (a, b, r) =>
      `if ${open(r)} crawls ${a} meters in ${b} minutes, how many meters per minute is that?`,
    result: quotient,
  },
]
