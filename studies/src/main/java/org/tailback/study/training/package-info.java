/**
 * Training steps of transformers as programs: data, tensor, pipeline and expert parallelism on GPUs, without a trace.
 *
 * <p>{@link org.tailback.study.training.TrainingStep} describes a step and is read from a YAML file with the sections
 * {@code model} and {@code parallelism}. {@link org.tailback.study.training.TrainingReader} reads such a file as a
 * trace, so that every command accepts the file. {@link org.tailback.study.training.TrainingProgram} produces the
 * operations of a rank on demand and does not store them. {@link org.tailback.study.training.TrainingTimes} divides the
 * step time into computation, bubble, and exposed communication per kind of parallelism.
 */
@Beta
@NullMarked
package org.tailback.study.training;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
