package main

import (
	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
)

// project loads the contract project around the current folder. Without a
// contract there is an error, or at least one finding.
func project() (*contract.Contract, []diag.Finding, error) { return load(contract.Options{}) }

// lenient is project, also where only descriptions.yaml has problems.
func lenient() (*contract.Contract, []diag.Finding, error) {
	return load(contract.Options{Lenient: true})
}

func load(opts contract.Options) (*contract.Contract, []diag.Finding, error) {
	root, ok := contract.Find(".")
	if !ok {
		return nil, nil, fail("run acigen init, name the project's folder with -C, or use --schema FILE",
			"there is no acigen.yaml in this folder or a parent of it")
	}
	c, findings := contract.Load(root, opts)
	return c, findings, nil
}
